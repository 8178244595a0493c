"""The facts that decide who may see a match: other matches on its deal, and the owners of its seats."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, bindparam, case, func, select, text

from agonist.core import Seat
from agonist.match import Fixture
from agonist.store.platform.schema import AGENTS, LADDERS, SEATS, VERSIONS
from agonist.store.runs.query_results import StoredMatch
from agonist.store.runs.row_conversion import deal_key, fixture_from
from agonist.store.runs.schema import MATCHES, RUNS
from agonist.store.runs.store import Store

ENDED: Final = ("finished", "broken", "void")

CHUNK: Final = 1_000
"""Matches that are asked for at once."""


@dataclass(frozen=True, slots=True)
class Owners:
    """The owners of a seat: accounts and, for visitors without one, hashes of sessions."""

    users: set[int] = field(default_factory=set)
    sessions: set[str] = field(default_factory=set)


class Rest(NamedTuple):
    """What is left to play on the deal of a match, by others of its run."""

    goes_on: bool
    """Whether one has begun and is not over: it is being played, or waits for a person."""
    planned: str
    """The run, if one is planned; otherwise empty."""


def rest_of_deals(store: Store, matches: Iterable[int]) -> dict[int, Rest]:
    """What is left to play on the deals of these matches; those without any others to play are left out.

    Two queries for each thousand matches.
    """
    found: dict[int, Rest] = {}
    ids = list(matches)
    for first in range(0, len(ids), CHUNK):
        some = ids[first : first + CHUNK]
        found |= store.read(lambda connection, some=some: _rest(connection, some))  # type: ignore[misc]
    return found


FORKED: Final = '"parent":{"match"'
"""What the stored fixture of a match that was played on from another has, and no other."""


def parents_of(store: Store, matches: Iterable[int]) -> dict[int, int]:
    """For those of these matches that were played on from others, from which. One query for each thousand."""
    found: dict[int, int] = {}
    ids = list(matches)
    for first in range(0, len(ids), CHUNK):
        some = MATCHES.c.id.in_(ids[first : first + CHUNK]) & MATCHES.c.fixture.contains(FORKED)
        rows = store.rows(select(MATCHES.c.id, MATCHES.c.fixture).where(some))
        found |= {row.id: fixture_from(row.fixture).parent["match"] for row in rows}
    return found


def forks_of(store: Store, match: StoredMatch, most: int) -> list[int]:
    """The newest matches that were played on from this one, the newest first. One query.

    All forks of a match and of its forks share a deal, by which the index of each run with given matches
    finds them. Their parent's key is compared, too, since a database may have been put together from others.
    """
    given = select(RUNS.c.number).where(RUNS.c.plan.contains('"given"'))
    fork = MATCHES.c.run.in_(given) & (MATCHES.c.deal == deal_key(match.fixture.fork_deal))
    query = select(MATCHES.c.id, MATCHES.c.fixture).where(fork & MATCHES.c.fixture.contains(FORKED))
    rows = store.rows(query.order_by(MATCHES.c.id.desc()).limit(most))
    parents = [(row.id, fixture_from(row.fixture).parent) for row in rows]
    return [fork for fork, of in parents if (of["match"], of["key"]) == (match.id, match.fixture.key)]


def forks_in(store: Store, run: str) -> list[int]:
    """The matches of a run that were played on from others. One query."""
    forks = (RUNS.c.id == run) & MATCHES.c.fixture.contains(FORKED)
    query = select(MATCHES.c.id).join(RUNS, RUNS.c.number == MATCHES.c.run).where(forks)
    return [row.id for row in store.rows(query)]


@cache  # each page asks it, and it takes longer to write down than to answer
def _of_deals() -> tuple[Select[Any], Select[Any]]:
    """The others on the deals of the matches `ids` that are not over, and the deals of `ids` themselves."""
    match, other = MATCHES.alias(), MATCHES.alias()
    with_deal = match.c.id.in_(bindparam("ids", expanding=True)) & (match.c.deal != "")
    deals = select(match.c.run, match.c.deal).where(with_deal).distinct().subquery()
    # Of suspended matches, only those with people are read: they are few, and each must be told apart.
    person = case(((other.c.status == "suspended") & other.c.fixture.contains("human"), other.c.fixture))
    least, most = func.min(other.c.id), func.max(other.c.id)
    others = (
        select(deals.c.run, deals.c.deal, RUNS.c.id, other.c.status, person.label("person"), least, most)
        .join(other, (other.c.run == deals.c.run) & (other.c.deal == deals.c.deal))
        .join(RUNS, RUNS.c.number == deals.c.run)
        .where(other.c.status.not_in(ENDED))
        .group_by(deals.c.run, deals.c.deal, RUNS.c.id, other.c.status, text("person"))
    )
    return others, select(match.c.id, match.c.run, match.c.deal).where(with_deal)


def _rest(connection: Connection, ids: Sequence[int]) -> dict[int, Rest]:
    query_others, query_deals = _of_deals()
    left: defaultdict[tuple[int, str], list[Any]] = defaultdict(list)
    for number, deal, run, status, fixture, lowest, highest in connection.execute(query_others, {"ids": ids}):
        if status == "suspended" and not (fixture and people(fixture_from(fixture))):
            continue
        left[number, deal].append((run, status, lowest, highest))
    if not left:
        return {}
    found = {}
    for match, number, deal in connection.execute(query_deals, {"ids": ids}):
        others = [each for each in left.get((number, deal), ()) if not each[2] == each[3] == match]
        if others:
            planned = next((run for run, status, _, _ in others if status == "planned"), "")
            found[match] = Rest(any(status != "planned" for _, status, _, _ in others), planned)
    return found


def people(fixture: Fixture) -> list[Seat]:
    """The seats of people."""
    return [
        seat
        for seat, player in enumerate(fixture.players)
        if fixture.spec(player).rpartition("=")[2] == "human"
    ]


def runs_going_on(store: Store, run: str) -> bool:
    """Whether a run is in progress: its status says so, and it is a ladder or a process plays it.

    At most three queries.
    """
    query = select(RUNS.c.status, LADDERS.c.id).where(RUNS.c.id == run)
    query = query.join(LADDERS, LADDERS.c.run == RUNS.c.number, isouter=True)
    row = store.row(query)
    if row is None or row[0] != "running":
        return False
    return row[1] is not None or store.is_playing(run)


def owners_of_seats(store: Store, match: StoredMatch) -> Mapping[Seat, Owners]:
    """The owners of a match's seats: of people, themselves; of agents, their owners. Two queries."""
    found = {seat: Owners() for seat in range(len(match.fixture.players))}
    sitting = select(SEATS.c.seat, SEATS.c.user, SEATS.c.session).where(SEATS.c.match == match.id)
    names = {name.casefold() for name in match.fixture.players}
    # A later version is named after the agent, with its number.
    agents = {name.rpartition(" v")[0] for name in names} | names
    owned = (
        select(AGENTS.c.folded, VERSIONS.c.nth, AGENTS.c.owner)
        .join(VERSIONS, VERSIONS.c.agent == AGENTS.c.id)
        .where(AGENTS.c.folded.in_(agents), AGENTS.c.owner.is_not(None))
    )
    seats, versions = store.read(
        lambda connection: (connection.execute(sitting).all(), connection.execute(owned).all())
    )
    for seat, user, session in seats:
        if seat in found:
            found[seat].users.update([] if user is None else [user])
            found[seat].sessions.update([session] if session else [])
    owners = {f"{name} v{nth}" if nth > 1 else name: owner for name, nth, owner in versions}
    for seat, player in enumerate(match.fixture.players):
        if player.casefold() in owners:
            found[seat].users.add(owners[player.casefold()])
    return found
