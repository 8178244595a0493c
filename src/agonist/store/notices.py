"""Notices to owners of agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import Connection, insert, select, update

from agonist.store.locking import clock
from agonist.store.packing import printable
from agonist.store.platform_tables import NOTICES

if TYPE_CHECKING:
    from agonist.store.store import Store

MOST = 50


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to an owner (0: the operator); `at` is in seconds since 1970."""

    id: int
    at: float
    text: str
    seen: bool


def add_notice(connection: Connection, owner: int, text: str) -> None:
    """Add a notice to an owner."""
    row = {"owner": owner, "at": clock(connection), "text": printable(text)}
    connection.execute(insert(NOTICES), row)


def notices(store: Store, owner: int, *, only_unseen: bool = False) -> list[Notice]:
    """An owner's notices, newest first, at most fifty."""
    of = NOTICES.c
    query = select(of.id, of.at, of.text, of.seen).where(of.owner == owner)
    if only_unseen:
        query = query.where(of.seen == 0)
    query = query.order_by(of.id.desc()).limit(MOST)
    rows = store.read(lambda connection: connection.execute(query).all())
    return [Notice(row.id, row.at, row.text, bool(row.seen)) for row in rows]


def mark_seen(store: Store, owner: int) -> None:
    """Mark all of an owner's notices as read."""
    query = update(NOTICES).where(NOTICES.c.owner == owner).values(seen=1)
    store.change(lambda connection: connection.execute(query))
