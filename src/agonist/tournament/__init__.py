"""Tournaments: which matches are played, in what order, and playing them."""

from agonist.tournament.executor import Executor, LocalExecutor
from agonist.tournament.progress import Progress
from agonist.tournament.run import Runner, RunStatus, check
from agonist.tournament.schedule import schedule
from agonist.tournament.target import GameRegistry, Target, parse_target

__all__ = [
    "Executor",
    "GameRegistry",
    "LocalExecutor",
    "Progress",
    "RunStatus",
    "Runner",
    "Target",
    "check",
    "parse_target",
    "schedule",
]
