"""Closing matches of ladders: their cost is settled, and agents that keep failing are paused."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, select, update

from agonist.store.engines.locks_and_clock import clock
from agonist.store.platform.agents import count_outcome
from agonist.store.platform.schema import AGENTS, LEASES, LINEUP, TABLES
from agonist.store.platform.spending import settle
from agonist.store.runs.schema import MATCHES, MODEL_CALLS
from agonist.store.runs.serialization import unpack
from agonist.store.runs.store import Store

OVER: Final = ("finished", "broken", "void")

AT_ONCE: Final = 100
"""Matches that are closed in one transaction."""


def close_matches(store: Store) -> list[int]:
    """Close the matches of ladders that are over; returns their ids. No match is closed twice.

    A void match is charged for, but does not count as a failure.
    """
    return store.change(_close)


def _close(connection: Connection) -> list[int]:
    of = LEASES.c
    query = (
        select(of.match, of.planned, of.began, MATCHES.c.status, MATCHES.c.forfeits)
        .join(MATCHES, MATCHES.c.id == of.match)
        .where(of.ended.is_(None), MATCHES.c.status.in_(OVER))
        .order_by(of.match)
        .limit(AT_ONCE)
        .with_for_update(of=LEASES, skip_locked=True)
    )
    rows = connection.execute(query).all()
    _lock_agents(connection, [row.match for row in rows])
    for row in rows:
        settle(connection, row.match, row.began or row.planned)
        if row.status == "finished":
            _count_failures(connection, row.match, set(unpack(row.forfeits)))
        now = clock(connection)
        connection.execute(update(LEASES).where(of.match == row.match).values(ended=now, until=0.0))
        _free(connection, row.match, now)
    return [row.match for row in rows]


def _lock_agents(connection: Connection, matches: list[int]) -> None:
    """Lock the rows of all agents of these matches in the order of their ids.

    Workers close other matches of the same agents at the same time: each would else wait for a row that the
    other has, and PostgreSQL would end one of them. The keys stay unlocked (`key_share`), since a worker that
    plans matches holds them in the order of the seats.
    """
    of = select(LINEUP.c.agent).where(LINEUP.c.match.in_(matches))
    agents = select(AGENTS.c.id).where(AGENTS.c.id.in_(of)).order_by(AGENTS.c.id)
    connection.execute(agents.with_for_update(key_share=True))


def _free(connection: Connection, match: int, now: float) -> None:
    """Record the time since which agents have had no match."""
    lineup = select(LINEUP.c.agent).where(LINEUP.c.match == match)
    busy = (
        select(LINEUP.c.agent)
        .join(LEASES, LEASES.c.match == LINEUP.c.match)
        .where(LEASES.c.ended.is_(None), LINEUP.c.agent.in_(lineup))
        .where(LEASES.c.match.not_in(select(TABLES.c.match)))
    )
    of = AGENTS.c
    agents = set(connection.execute(lineup).scalars()) - set(connection.execute(busy).scalars())
    # Agents that were waiting during a match with people are still waiting.
    idle = of.id.in_(sorted(agents)) & of.free_since.is_(None)
    connection.execute(update(AGENTS).where(idle).values(free_since=now))


def _count_failures(connection: Connection, match: int, forfeits: set[int]) -> None:
    query = select(LINEUP.c.agent, LINEUP.c.seat).where(LINEUP.c.match == match).order_by(LINEUP.c.seat)
    failed: dict[int, int] = {}
    played = set()
    for agent, seat in connection.execute(query):
        played.add(agent)
        if seat in forfeits:
            failed.setdefault(agent, seat)
    for agent in sorted(played):
        why = ""
        if agent in failed:
            why = f"{_last_complaint(connection, match, failed[agent])} (match {match})"
        count_outcome(connection, agent, why)


def _last_complaint(connection: Connection, match: int, seat: int) -> str:
    of = MODEL_CALLS.c
    query = select(of.error, of.words).where(of.match == match, of.seat == seat, of.error != "")
    row = connection.execute(query.order_by(of.step.desc(), of.nth.desc()).limit(1)).one_or_none()
    return "no valid answer" if row is None else unpack(row.words).get("complaint") or row.error
