"""The database of runs, matches, moves, prompts, answers and costs."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from agonist.store.engines.failure import StoreError, without_secrets
    from agonist.store.runs.reader import Reader
    from agonist.store.runs.snapshot import Snapshot
    from agonist.store.runs.store import Store
    from agonist.store.runs.values import Run, StoredMatch, Tally, Turn

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

MODULES: Final = {
    "Reader": "runs.reader",
    "Run": "runs.values",
    "Snapshot": "runs.snapshot",
    "Store": "runs.store",
    "StoreError": "engines.failure",
    "StoredMatch": "runs.values",
    "Tally": "runs.values",
    "Turn": "runs.values",
    "without_secrets": "engines.failure",
}


def __getattr__(name: str) -> Any:
    # On demand: SQLAlchemy is slow to load, and schedules, suites and help do not need it.
    if name not in MODULES:
        raise AttributeError(f"module 'agonist.store' has no attribute {name!r}")
    return getattr(import_module(f"agonist.store.{MODULES[name]}"), name)
