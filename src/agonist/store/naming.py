"""How callers name a match."""

from __future__ import annotations

from typing import TypeAlias

from agonist.store.failure import StoreError
from agonist.store.values import StoredMatch

MatchName: TypeAlias = StoredMatch | int | str
"""A match, or its id as a number or as a user typed it."""


def number_of(match: MatchName) -> int | None:
    """The id of a match; `None` if that cannot be one."""
    if isinstance(match, StoredMatch):
        return match.id
    text = str(match)
    # Beyond nine digits databases have other ideas of what an integer is.
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None


def known_number(match: MatchName) -> int:
    """The id of a match. Raises `StoreError` if that cannot be one."""
    number = number_of(match)
    if number is None:
        raise StoreError(f"{match!r} is no match of a database")
    return number
