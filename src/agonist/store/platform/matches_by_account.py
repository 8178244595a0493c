"""Rated matches in which accounts have a seat, or agents of theirs."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, or_, select

from agonist.core import Seat
from agonist.store.platform.finished_match_rows import EndedRow, ended_matches
from agonist.store.platform.schema import LINEUP, SEATS, TABLES
from agonist.store.runs.schema import MATCHES, STEPS
from agonist.store.runs.store import Store

MOST: Final = 30_000
"""So many of the newest matches are read."""


class OwnedRow(NamedTuple):
    """A rated match with who is behind its seats."""

    ended: EndedRow
    people: dict[Seat, int | None]
    """The accounts of people; `None` for a guest."""
    agents: dict[Seat, int]
    """The accounts of agents' owners."""
    steps: int
    chosen: bool
    """Whether it was played at a table of people."""


def owned_matches(store: Store, since: float) -> list[OwnedRow]:
    """Those that ended since then (seconds since 1970), in the order of their ids; damaged ones are left out.

    A query for each thousand matches, and four.
    """
    people, agents, tables, steps = store.read(lambda connection: _behind(connection, since))
    rows = ended_matches(store, [*{*people, *agents}])
    return [
        OwnedRow(row, people.get(row.id, {}), agents.get(row.id, {}), steps.get(row.id, 0), row.id in tables)
        for row in rows
        if not row.trial
    ]


def _behind(connection: Connection, since: float) -> Any:
    of = MATCHES.c
    with_account = or_(
        of.id.in_(select(SEATS.c.match).where(SEATS.c.user.is_not(None))),
        of.id.in_(select(LINEUP.c.match).where(LINEUP.c.owner > 0)),
    )
    ids = (
        select(of.id)
        .where(of.status == "finished", of.ended >= since, with_account)
        .order_by(of.id.desc())
        .limit(MOST)
        .subquery()
    )
    chosen = select(ids.c.id)
    people: defaultdict[int, dict[Seat, int | None]] = defaultdict(dict)
    for match, seat, user in connection.execute(
        select(SEATS.c.match, SEATS.c.seat, SEATS.c.user).where(SEATS.c.match.in_(chosen))
    ):
        people[match][seat] = user
    agents: defaultdict[int, dict[Seat, int]] = defaultdict(dict)
    for match, seat, owner in connection.execute(
        select(LINEUP.c.match, LINEUP.c.seat, LINEUP.c.owner).where(
            LINEUP.c.match.in_(chosen), LINEUP.c.owner > 0
        )
    ):
        agents[match][seat] = owner
    tables = {*connection.execute(select(TABLES.c.match).where(TABLES.c.match.in_(chosen))).scalars()}
    counted = select(STEPS.c.match, func.count()).where(STEPS.c.match.in_(chosen)).group_by(STEPS.c.match)
    steps = {match: int(count) for match, count in connection.execute(counted)}
    return dict(people), dict(agents), tables, steps
