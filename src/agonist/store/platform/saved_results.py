"""Results of computations that processes save, so that the next process need not repeat them.

All of them can be computed from the rest of the database, and are if they are missing or damaged.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, insert, select, update

from agonist.store.engines.locks_and_clock import wait_for_turn
from agonist.store.runs.schema import META
from agonist.store.runs.serialization import pack, unpack
from agonist.store.runs.store import Store


def saved_result(store: Store, name: str) -> tuple[float, Any] | None:
    """The time up to which a saved value covers the database, and the value; `None` if none is saved under
    this name."""
    query = select(META.c.value).where(META.c.key == _key(name))
    text = store.value(query)
    try:
        until, value = unpack(text or "")
        return float(until), value
    except (ValueError, TypeError):
        return None


def save_result(store: Store, name: str, until: float, value: Any) -> None:
    """Save a value that covers the database up to a time, unless a saved one covers more."""
    text = pack([until, value])

    def write(connection: Connection) -> None:
        wait_for_turn(connection, "keeping")
        there = connection.execute(select(META.c.value).where(META.c.key == _key(name))).scalar()
        if there is None:
            connection.execute(insert(META).values(key=_key(name), value=text))
        elif _until(there) <= until:
            connection.execute(update(META).where(META.c.key == _key(name)).values(value=text))

    store.change(write)


def _key(name: str) -> str:
    return f"kept {name}"


def _until(text: str) -> float:
    try:
        return float(unpack(text)[0])
    except (ValueError, TypeError, IndexError, KeyError):
        return float("-inf")
