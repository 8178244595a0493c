"""The database of runs, matches, moves, prompts, answers and costs."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from agonist.store.failure import StoreError, without_secrets
    from agonist.store.reader import Reader
    from agonist.store.snapshot import Snapshot
    from agonist.store.store import Store
    from agonist.store.values import Run, StoredMatch, Tally, Turn

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
    "Reader": "reader",
    "Run": "values",
    "Snapshot": "snapshot",
    "Store": "store",
    "StoreError": "failure",
    "StoredMatch": "values",
    "Tally": "values",
    "Turn": "values",
    "without_secrets": "failure",
}


def __getattr__(name: str) -> Any:
    # On demand: SQLAlchemy is slow to load, and schedules, suites and help do not need it.
    if name not in MODULES:
        raise AttributeError(f"module 'agonist.store' has no attribute {name!r}")
    return getattr(import_module(f"agonist.store.{MODULES[name]}"), name)
