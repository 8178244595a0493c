"""Many matches: who plays whom, and playing it all."""

from agonist.tournament.executor import Executor, LocalExecutor
from agonist.tournament.run import Report, Runner, Standing, check
from agonist.tournament.schedule import schedule
from agonist.tournament.target import Shelf, Target, parse_target

__all__ = [
    "Executor",
    "LocalExecutor",
    "Report",
    "Runner",
    "Shelf",
    "Standing",
    "Target",
    "check",
    "parse_target",
    "schedule",
]
