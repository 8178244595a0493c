"""The database of runs, matches, moves, prompts, answers and costs."""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.store.engines.failure import StoreError, without_secrets
    from agonist.store.runs.cached_reader import Snapshot
    from agonist.store.runs.query_results import Run, StoredMatch, Tally, Turn
    from agonist.store.runs.reader import Reader
    from agonist.store.runs.store import Store

__all__ = [
    "Reader",
    "Run",
    "Snapshot",
    "Store",
    "StoreError",
    "StoredMatch",
    "Tally",
    "Turn",
    "without_secrets",
]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "engines.failure": ("StoreError", "without_secrets"),
        "runs.reader": ("Reader",),
        "runs.cached_reader": ("Snapshot",),
        "runs.store": ("Store",),
        "runs.query_results": ("Run", "StoredMatch", "Tally", "Turn"),
    },
)
