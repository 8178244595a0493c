"""What Inspect finds by the entry point: tasks, solver, scorers, metrics, and our models as a provider."""

from agonist.adapters.inspect.metrics import standing, suite_numbers
from agonist.adapters.inspect.our_models import OurConnections, agonist
from agonist.adapters.inspect.scorers import seat_score, suite_score
from agonist.adapters.inspect.solver import play_match
from agonist.adapters.inspect.tasks import SUITE_TASKS, game

__all__ = [
    "SUITE_TASKS",
    "OurConnections",
    "agonist",
    "game",
    "play_match",
    "seat_score",
    "standing",
    "suite_numbers",
    "suite_score",
]
