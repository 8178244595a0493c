"""How long agents take to answer in a match of each ladder, and how long they wait for slower ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlalchemy import Connection, select, update

from agonist.store.engines.locks_and_clock import clock
from agonist.store.platform.schema import AGENTS, ENTRANTS, LINEUP
from agonist.store.runs.store import Store

WEIGHT: Final = 0.25
"""The weight of the last match in an agent's pace: one quick match does not hide many slow ones."""


class Entrance(NamedTuple):
    """An agent on a ladder. `seconds`: what all its answers in a match take together; `None` if unknown.

    `since`: the time from which its patience with slower agents counts.
    """

    seconds: float | None
    since: float


def entrances(connection: Connection) -> dict[tuple[int, int], Entrance]:
    """By ladder and agent."""
    of = ENTRANTS.c
    query = select(of.ladder, of.agent, of.seconds, of.lent, of.joined)
    return {
        (row.ladder, row.agent): Entrance(row.seconds, row.joined if row.lent is None else row.lent)
        for row in connection.execute(query)
    }


def note_paces(
    store: Store, ladder: int, match: int, seconds: Mapping[int, float], *, share: float, least: float
) -> None:
    """Note how many seconds the answers of each seat took in a match that was played to its end.

    An agent that was held up by a slower one for more than `least` seconds lent that time, and lends no
    more than this `share` of its time.
    """

    def change(connection: Connection) -> None:
        query = select(LINEUP.c.seat, LINEUP.c.agent, AGENTS.c.house)
        query = query.join(AGENTS, AGENTS.c.id == LINEUP.c.agent).where(LINEUP.c.match == match)
        took: dict[int, float] = {}
        for row in connection.execute(query):
            if not row.house:
                took[row.agent] = took.get(row.agent, 0.0) + seconds.get(row.seat, 0.0)
        of, now = ENTRANTS.c, clock(connection)
        known = select(of.agent, of.seconds, of.lent, of.joined).where(
            of.ladder == ladder, of.agent.in_(sorted(took))
        )
        for agent, before, lent, joined in connection.execute(known.order_by(of.agent)).all():
            span = took[agent]
            values = {"seconds": span if before is None else before + WEIGHT * (span - before)}
            held_up = max((took[other] for other in took if other != agent), default=0.0) - span
            if held_up > least:
                values["lent"] = max((joined if lent is None else lent) + held_up / share, now)
            is_it = (of.ladder == ladder) & (of.agent == agent)
            connection.execute(update(ENTRANTS).where(is_it).values(values))

    store.change(change)
