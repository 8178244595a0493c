"""The facts that decide who may see a match: other matches on its deal, and the owners of its seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sqlalchemy import select

from agonist.core import Seat
from agonist.store.damage import of_match
from agonist.store.platform_tables import AGENTS, LADDERS, SEATS, VERSIONS
from agonist.store.rows import match_from
from agonist.store.tables import MATCHES, RUNS
from agonist.store.values import StoredMatch

if TYPE_CHECKING:
    from agonist.store.store import Store

ENDED = ("finished", "broken", "void")


@dataclass(frozen=True, slots=True)
class Owners:
    """The owners of a seat: accounts and, for visitors without one, hashes of sessions."""

    users: set[int] = field(default_factory=set)
    sessions: set[str] = field(default_factory=set)


def rest_of_deal(store: Store, match: int) -> list[StoredMatch]:
    """The other matches of the same run and deal that are not over. One query."""
    own = MATCHES.alias()
    columns = [column for column in MATCHES.c if column.name not in ("run", "key", "game")]
    query = (
        select(*columns, RUNS.c.id.label("run"))
        .join(RUNS, RUNS.c.number == MATCHES.c.run)
        .join(own, (own.c.run == MATCHES.c.run) & (own.c.deal == MATCHES.c.deal))
        .where(own.c.id == match, own.c.deal != "", MATCHES.c.id != match, MATCHES.c.status.not_in(ENDED))
    )
    rows = store.read(lambda connection: connection.execute(query).all())
    found = []
    for row in rows:
        with of_match(row.id, store.name):
            found.append(match_from(row))
    return found


def open_deals(store: Store, matches: Iterable[int]) -> frozenset[int]:
    """Those of these matches whose deal another unfinished match shares. One query."""
    own, other = MATCHES.alias(), MATCHES.alias()
    query = (
        select(own.c.id)
        .distinct()
        .join(other, (other.c.run == own.c.run) & (other.c.deal == own.c.deal) & (other.c.id != own.c.id))
        .join(RUNS, RUNS.c.number == own.c.run)
        .where(own.c.id.in_(list(matches)), own.c.deal != "")
        .where((other.c.status == "playing") | ((other.c.status == "planned") & (RUNS.c.status == "running")))
    )
    return frozenset(store.read(lambda connection: connection.execute(query).scalars().all()))


def runs_going_on(store: Store, run: str) -> bool:
    """Whether a run is in progress: its status says so, and it is a ladder or a process plays it.

    At most three queries.
    """
    query = select(RUNS.c.status, LADDERS.c.id).where(RUNS.c.id == run)
    query = query.join(LADDERS, LADDERS.c.run == RUNS.c.number, isouter=True)
    row = store.read(lambda connection: connection.execute(query).first())
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
