"""Tables that wait for anybody who wants to play."""

from __future__ import annotations

from sqlalchemy import or_, select

from agonist.store.platform.human_tables import Table, table_of
from agonist.store.platform.schema import SEATS, TABLES
from agonist.store.runs.schema import MATCHES
from agonist.store.runs.store import Store


def tables_with_invitation(store: Store, invitation: str, since: float, limit: int = 30) -> list[Table]:
    """The tables with a free seat and this invitation (a hash) to it, newest first, that were opened or at
    which somebody was seen `since` then (seconds since 1970).

    One query, and two for each table.
    """
    at = select(SEATS.c.match).where(SEATS.c.match == TABLES.c.match)
    free, here = at.where(SEATS.c.joined.is_(None)), at.where(SEATS.c.seen >= since)
    query = (
        select(TABLES.c.match)
        .join(MATCHES, MATCHES.c.id == TABLES.c.match)
        .where(MATCHES.c.status == "planned", TABLES.c.invitation == invitation, free.exists())
        .where(or_(TABLES.c.created >= since, here.exists()))
        .order_by(TABLES.c.match.desc())
        .limit(limit)
    )
    found = (table_of(store, match) for match in store.values(query))
    return [table for table in found if table is not None]
