"""Many matches: who plays whom, and playing it all."""

from agonist.tournament.executor import Executor, LocalExecutor
from agonist.tournament.run import Report, Runner, Standing
from agonist.tournament.schedule import schedule
from agonist.tournament.target import Target, finder, parse_target

__all__ = [
    "Executor",
    "LocalExecutor",
    "Report",
    "Runner",
    "Standing",
    "Target",
    "finder",
    "parse_target",
    "schedule",
]
