"""Tournaments: which matches are played, in what order, and playing them."""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.tournament.checks import check
    from agonist.tournament.executor import Executor, LocalExecutor
    from agonist.tournament.game_spec import GameRegistry, Target, parse_target
    from agonist.tournament.progress import Progress
    from agonist.tournament.run import Runner
    from agonist.tournament.run_status import RunStatus

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
]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "executor": ("Executor", "LocalExecutor"),
        "progress": ("Progress",),
        "checks": ("check",),
        "run": ("Runner",),
        "run_status": ("RunStatus",),
        "game_spec": ("GameRegistry", "Target", "parse_target"),
    },
)
