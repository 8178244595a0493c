"""Ids of matches, as callers give them."""

from __future__ import annotations

from typing import TypeAlias

from agonist.store.engines.failure import StoreError
from agonist.store.runs.query_results import StoredMatch

MatchName: TypeAlias = StoredMatch | int | str
"""A match, or its id as a number or as text."""


def number_of(match: MatchName) -> int | None:
    """The id of a match; `None` if it cannot be one."""
    if type(match) is int and 0 <= match < 10**9:
        return match
    if isinstance(match, StoredMatch):
        return match.id
    text = str(match)
    # Longer numbers do not fit the integer column of every database.
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 10 else None


def known_number(match: MatchName) -> int:
    """The id of a match. Raises `StoreError` if it cannot be one."""
    number = number_of(match)
    if number is None:
        raise StoreError(f"{match!r} is not the id of a match")
    return number
