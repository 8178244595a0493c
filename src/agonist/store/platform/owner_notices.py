"""Notices to owners of agents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, func, insert, select, update

from agonist.store.engines.locks_and_clock import clock, wait_for_turn
from agonist.store.platform.schema import NOTICES
from agonist.store.runs.serialization import printable
from agonist.store.runs.store import Store

MOST_NOTICES: Final = 50

DAY: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to an owner (0: the operator).

    `at` is in seconds since 1970, `about` the path of the page where something can be done, if there is one.
    """

    id: int
    at: float
    text: str
    about: str
    seen: bool


def add_notice(
    connection: Connection, owner: int, text: str, about: str = "", *, once_a_day: bool = False
) -> None:
    """Add a notice to an owner; `once_a_day`: unless there is the same one of today (UTC)."""
    if once_a_day:  # two at the same time would both find none
        wait_for_turn(connection, "notifying")
    now, of = clock(connection), NOTICES.c
    row = {"owner": owner, "at": now, "text": printable(text), "about": about}
    same = select(of.id).where(of.owner == owner, of.text == row["text"], of.at >= now - now % DAY)
    if once_a_day and connection.execute(same.limit(1)).first() is not None:
        return
    connection.execute(insert(NOTICES), row)


def unseen(store: Store, owner: int) -> int:
    """How many notices an owner has not read."""
    query = select(func.count()).where(NOTICES.c.owner == owner, NOTICES.c.seen == 0)
    return int(store.value(query))


def notices(store: Store, owner: int, *, only_unseen: bool = False) -> list[Notice]:
    """An owner's notices, newest first, at most fifty."""
    of = NOTICES.c
    query = select(of.id, of.at, of.text, of.about, of.seen).where(of.owner == owner)
    if only_unseen:
        query = query.where(of.seen == 0)
    query = query.order_by(of.id.desc()).limit(MOST_NOTICES)
    return [Notice(row.id, row.at, row.text, row.about, bool(row.seen)) for row in store.rows(query)]


def mark_seen(store: Store, owner: int, only: int | None = None) -> None:
    """Mark all of an owner's notices as read, or only the one of this id."""
    query = update(NOTICES).where(NOTICES.c.owner == owner).values(seen=1)
    if only is not None:
        query = query.where(NOTICES.c.id == only)
    store.change(lambda connection: connection.execute(query))
