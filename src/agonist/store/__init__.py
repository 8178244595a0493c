"""Every match, move, prompt, answer and cost in one database."""

from agonist.store.export import export, lines
from agonist.store.failure import StoreError, without_secrets
from agonist.store.store import Store
from agonist.store.values import Run, StoredMatch, Tally

__all__ = ["Run", "Store", "StoreError", "StoredMatch", "Tally", "export", "lines", "without_secrets"]
