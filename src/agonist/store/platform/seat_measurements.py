"""What was measured in finished matches, kept so that no process has to replay them again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import delete, insert, select

from agonist.store.platform.schema import MEASURED
from agonist.store.runs.serialization import pack, unpack
from agonist.store.runs.store import Store


def measured(store: Store, version: str, matches: Sequence[int]) -> dict[int, Any]:
    """What is kept of these matches, by match; measurements of other versions are left out."""
    of, found = MEASURED.c, {}
    query = select(of.match, of.found).where(of.version == version)
    for match, text in store.rows_among(query, of.match, matches):
        with suppress(ValueError):
            found[match] = unpack(text)
    return found


def keep_measured(store: Store, version: str, measurements: Mapping[int, Any]) -> None:
    """Keep what was measured in matches. Raises `StoreError` if the database cannot be written."""
    rows = [
        {"match": match, "version": version, "found": pack(plain)} for match, plain in measurements.items()
    ]
    if rows:
        store.change(
            lambda connection: (
                connection.execute(delete(MEASURED).where(MEASURED.c.match.in_(list(measurements)))),
                connection.execute(insert(MEASURED), rows),
            )
        )
