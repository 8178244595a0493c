"""Tournaments: which matches are played, in what order, and playing them."""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.tournament.checks import check as check
    from agonist.tournament.executor import Executor as Executor
    from agonist.tournament.executor import LocalExecutor as LocalExecutor
    from agonist.tournament.game_spec import GameRegistry as GameRegistry
    from agonist.tournament.game_spec import Target as Target
    from agonist.tournament.game_spec import parse_target as parse_target
    from agonist.tournament.progress import Progress as Progress
    from agonist.tournament.run import Runner as Runner
    from agonist.tournament.run_status import RunStatus as RunStatus


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
