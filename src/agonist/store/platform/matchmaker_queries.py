"""The matchmaker's queries and changes: agents online, owners' usage, waits, ended matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, select, update

from agonist.store.engines.locks_and_clock import today
from agonist.store.platform.agents import version_name
from agonist.store.platform.ladders import Sitting
from agonist.store.platform.leases import may_cost
from agonist.store.platform.schema import AGENTS, ENTRANTS, LADDERS, LEASES, LINEUP, TABLES, VERSIONS
from agonist.store.platform.spending import DOLLARS_A_MATCH, unspent_today
from agonist.store.runs.damage import of_match
from agonist.store.runs.query_results import StoredMatch
from agonist.store.runs.row_conversion import match_from
from agonist.store.runs.schema import MATCHES, RUNS
from agonist.store.runs.serialization import unpack
from agonist.store.runs.store import Store

DAY: Final = 86_400.0

STALE: Final = 3_600.0
"""Seconds after which a match that could not begin is made void."""

AT_ONCE: Final = 1_000
"""How many ended matches are read at once."""


@dataclass(frozen=True, slots=True)
class Online:
    """An agent that is online, with its current version."""

    agent: int
    version: int
    name: str
    """The version's name, as leaderboards show it."""
    player: str
    owner: int
    """0 is the operator."""
    house: bool
    free_since: float | None
    waited: float | None
    in_play: int
    today: int
    with_people: int


class Use(NamedTuple):
    """Matches among agents in play, matches planned today, and matches with people that have begun."""

    in_play: int = 0
    today: int = 0
    with_people: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """A match of a ladder that is over, and the agents that sat in it, by seat."""

    match: StoredMatch
    ladder: int
    ended: float
    lineup: Mapping[int, Sitting]


def online(connection: Connection, now: float) -> list[Online]:
    """All agents that are online, house agents included."""
    last = (
        select(VERSIONS.c.agent, func.max(VERSIONS.c.nth).label("nth")).group_by(VERSIONS.c.agent).subquery()
    )
    joined = (
        select(ENTRANTS.c.agent, func.min(ENTRANTS.c.joined).label("joined"))
        .group_by(ENTRANTS.c.agent)
        .subquery()
    )
    of = AGENTS.c
    query = (
        select(
            *(of.id, of.name, of.owner, of.house, of.free_since, of.waited, joined.c.joined),
            *(VERSIONS.c.id.label("version"), VERSIONS.c.nth, VERSIONS.c.player),
        )
        .join(last, last.c.agent == of.id)
        .join(VERSIONS, (VERSIONS.c.agent == last.c.agent) & (VERSIONS.c.nth == last.c.nth))
        .join(joined, joined.c.agent == of.id, isouter=True)
        .where(of.state == "online")
        .order_by(of.id)
    )
    rows = connection.execute(query).all()
    used = _use(connection, LINEUP.c.agent, now)
    return [
        Online(
            agent=row.id,
            version=row.version,
            name=version_name(row.name, row.nth),
            player=row.player,
            owner=row.owner or 0,
            house=bool(row.house),
            free_since=row.joined if row.free_since is None else row.free_since,
            waited=row.waited,
            **used.get(row.id, Use())._asdict(),
        )
        for row in rows
    ]


def owners_use(connection: Connection, now: float) -> Mapping[int, Use]:
    """Each owner's matches in play and today; owners without any are left out."""
    return _use(connection, LINEUP.c.owner, now)


def note_waits(connection: Connection, agents: Mapping[int, float | None]) -> None:
    """Record that these agents get matches. `agents`: the seconds that each has waited, `None` if it had
    others."""
    for agent, waited in sorted(agents.items()):
        change: dict[str, Any] = {"free_since": None}
        if waited is not None:
            change["waited"] = waited
        connection.execute(update(AGENTS).where(AGENTS.c.id == agent).values(change))


def withdraw_matches(connection: Connection, now: float) -> list[int]:
    """Void planned matches that cannot begin: an agent has left or has changed, or its owner's daily limit is
    spent.
    """
    all_versions = VERSIONS.alias()
    newest = select(func.max(all_versions.c.nth)).where(all_versions.c.agent == AGENTS.c.id)
    query = (
        select(
            LEASES.c.match,
            LEASES.c.planned,
            AGENTS.c.name,
            AGENTS.c.state,
            VERSIONS.c.nth,
            newest.scalar_subquery().label("last"),
            VERSIONS.c.player,
            LINEUP.c.owner,
            LADDERS.c.settings,
        )
        .join(LADDERS, LADDERS.c.id == LEASES.c.ladder)
        .join(MATCHES, MATCHES.c.id == LEASES.c.match)
        .join(LINEUP, LINEUP.c.match == LEASES.c.match)
        .join(AGENTS, AGENTS.c.id == LINEUP.c.agent)
        .join(VERSIONS, VERSIONS.c.id == LINEUP.c.version)
        .where(LEASES.c.ended.is_(None), LEASES.c.epoch == 0, MATCHES.c.status == "planned")
        .where(LEASES.c.match.not_in(_with_people()))
    )
    why: dict[int, str] = {}
    can_pay: dict[tuple[int, str], bool] = {}
    for row in connection.execute(query).all():
        if row.state != "online":
            why[row.match] = f"{row.name} was {row.state} before it began"
        elif row.nth != row.last:
            why[row.match] = f"{row.name} was changed before it began"
        elif may_cost(row.player) and not _can_pay(connection, row.owner, row.settings, now, can_pay):
            why[row.match] = f"the owner of {row.name} had no dollars left for it that day"
        elif now - row.planned > STALE:
            why.setdefault(row.match, f"nobody could begin it within {STALE / 60:.0f} minutes")
    for match, reason in sorted(why.items()):
        is_it = MATCHES.c.id == match
        connection.execute(update(MATCHES).where(is_it).values(status="void", error=reason))
    return sorted(why)


def _can_pay(
    connection: Connection, owner: int, settings: str, now: float, known: dict[tuple[int, str], bool]
) -> bool:
    if (owner, settings) not in known:
        terms = unpack(settings)
        left = unspent_today(connection, owner, today(now), terms)
        known[owner, settings] = left >= float(terms.get("dollars_a_match", DOLLARS_A_MATCH))
    return known[owner, settings]


def ended_after(store: Store, after: float, most: int = AT_ONCE) -> list[tuple[int, float]]:
    """Finished matches of ladders that ended after a time, and when, in order."""
    of = LEASES.c
    query = (
        select(of.match, of.ended)
        .join(MATCHES, MATCHES.c.id == of.match)
        .where(of.ended > after, MATCHES.c.status == "finished")
        .order_by(of.ended, of.match)
        .limit(most)
    )
    return [(row.match, row.ended) for row in store.rows(query)]


def ended_matches(store: Store, matches: Sequence[int]) -> list[Ended]:
    """These matches of ladders, in the order in which they ended."""
    columns = [column for column in MATCHES.c if column.name not in ("run", "key", "game")]
    query = (
        select(*columns, RUNS.c.id.label("run"), LEASES.c.ladder, LEASES.c.ended)
        .join(RUNS, RUNS.c.number == MATCHES.c.run)
        .join(LEASES, LEASES.c.match == MATCHES.c.id)
        .where(MATCHES.c.id.in_(matches))
        .order_by(LEASES.c.ended, LEASES.c.match)
    )

    def read(connection: Connection) -> list[Ended]:
        rows = connection.execute(query).all()
        of = LINEUP.c
        seats = select(of.match, of.seat, of.agent, of.version, of.owner)
        seats = seats.where(of.match.in_([row.id for row in rows])).order_by(of.match, of.seat)
        lineups: dict[int, dict[int, Sitting]] = {}
        for match, seat, *sitting in connection.execute(seats):
            lineups.setdefault(match, {})[seat] = Sitting(*sitting)
        found = []
        for row in rows:
            with of_match(row.id, store.name):
                stored = match_from(row)
            found.append(Ended(stored, row.ladder, row.ended, lineups.get(row.id, {})))
        return found

    return store.read(read) if matches else []


@dataclass(frozen=True, slots=True)
class Seated:
    """An agent on a seat, with the version that plays there; `owner` 0 is the operator."""

    seat: int
    agent: int
    owner: int
    name: str
    player: str
    key: int | None


def seated(store: Store, match: int) -> list[Seated]:
    """The agents in a match of a ladder, by seat; none in any other match."""
    query = (
        select(
            LINEUP.c.seat, LINEUP.c.agent, LINEUP.c.owner, AGENTS.c.name, VERSIONS.c.player, VERSIONS.c.key
        )
        .join(AGENTS, AGENTS.c.id == LINEUP.c.agent)
        .join(VERSIONS, VERSIONS.c.id == LINEUP.c.version)
        .where(LINEUP.c.match == match)
        .order_by(LINEUP.c.seat)
    )
    return [Seated(*row) for row in store.rows(query)]


def _use(connection: Connection, column: Any, now: float) -> dict[int, Use]:
    of = LEASES.c
    base = select(LINEUP.c.match, column.label("who")).join(LEASES, of.match == LINEUP.c.match).distinct()
    # Matches that are over but not closed yet still count, for some milliseconds.
    playing, people = base.where(of.ended.is_(None)), _with_people()
    in_play = Counter(row.who for row in connection.execute(playing.where(of.match.not_in(people))))
    begun = playing.where(of.match.in_(people), of.epoch > 0)
    with_people = Counter(row.who for row in connection.execute(begun))
    began = now - now % DAY
    query = base.where(of.planned >= began).subquery()
    counted = select(query.c.who, func.count()).group_by(query.c.who)
    a_day = {row[0]: row[1] for row in connection.execute(counted)}
    return {
        who: Use(in_play[who], a_day.get(who, 0), with_people[who])
        for who in {*in_play, *a_day, *with_people}
    }


def _with_people() -> Any:
    return select(TABLES.c.match)
