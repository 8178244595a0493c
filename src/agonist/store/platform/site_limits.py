"""The limits that an admin has set for a site."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import orjson
from sqlalchemy import Connection, delete, insert, select

from agonist.store.runs.schema import META
from agonist.store.runs.store import Store

_KEY: Final = "site limits"


def kept_limits(store: Store) -> dict[str, int]:
    """The limits that were set, by name. One query."""
    text = store.value(select(META.c.value).where(META.c.key == _KEY))
    return {str(name): int(events) for name, events in orjson.loads(text or "{}").items()}


def keep_limits(store: Store, limits: Mapping[str, int]) -> None:
    """Store these limits, and no others."""

    def write(connection: Connection) -> None:
        connection.execute(delete(META).where(META.c.key == _KEY))
        connection.execute(insert(META).values(key=_KEY, value=orjson.dumps(dict(limits)).decode()))

    store.change(write)
