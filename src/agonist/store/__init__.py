"""Every match, move, prompt, answer and cost in one database."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from agonist.store.failure import StoreError, without_secrets
    from agonist.store.snapshot import Snapshot
    from agonist.store.store import Store
    from agonist.store.values import Run, StoredMatch, Tally, Turn

__all__ = ["Run", "Snapshot", "Store", "StoreError", "StoredMatch", "Tally", "Turn", "without_secrets"]

MODULES: Final = {
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
    # On demand: SQLAlchemy takes long to load, and schedules, suites and help need none of it.
    if name not in MODULES:
        raise AttributeError(f"module 'agonist.store' has no attribute {name!r}")
    return getattr(import_module(f"agonist.store.{MODULES[name]}"), name)
