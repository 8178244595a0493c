"""What was measured in finished matches, kept so that no process has to replay them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import delete, insert, select

from agonist.store.platform.tables import MEASURED
from agonist.store.runs.packing import pack, unpack

if TYPE_CHECKING:
    from agonist.store.runs.store import Store

CHUNK: Final = 1_000
"""Matches that are read at once."""


def measured(store: Store, version: str, matches: Sequence[int]) -> dict[int, Any]:
    """What is kept of these matches, by match; measurements of other versions are left out."""
    of, found = MEASURED.c, {}
    for first in range(0, len(matches), CHUNK):
        query = select(of.match, of.found).where(
            of.match.in_(matches[first : first + CHUNK]), of.version == version
        )
        for match, text in store.read(lambda connection, query=query: connection.execute(query).all()):  # type: ignore[misc]
            with suppress(ValueError):
                found[match] = unpack(text)
    return found


def keep_measured(store: Store, version: str, found: Mapping[int, Any]) -> None:
    """Keep what was measured in matches. Raises `StoreError` if the database cannot be written."""
    rows = [{"match": match, "version": version, "found": pack(plain)} for match, plain in found.items()]
    if rows:
        store.change(
            lambda connection: (
                connection.execute(delete(MEASURED).where(MEASURED.c.match.in_(list(found)))),
                connection.execute(insert(MEASURED), rows),
            )
        )
