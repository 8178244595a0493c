"""How often all finished matches had to be counted anew, since players were renamed or matches excluded."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from agonist.store.runs.schema import META
from agonist.store.runs.store import Store

_KEY: Final = "renamings"  # as it was first called


def recounts(store: Store) -> int:
    """How often; what was computed from finished matches before the last time is out of date."""
    return int(store.value(select(META.c.value).where(META.c.key == _KEY)) or 0)


def note_recount(connection: Connection) -> None:
    """Have all boards computed anew, and forget those that are kept."""
    is_it = META.c.key == _KEY
    known = connection.execute(select(META.c.value).where(is_it).with_for_update()).scalar()
    if known is None:
        connection.execute(insert(META).values(key=_KEY, value="1"))
    else:
        connection.execute(update(META).where(is_it).values(value=str(int(known) + 1)))
    connection.execute(delete(META).where(META.c.key.startswith("kept ", autoescape=True)))
