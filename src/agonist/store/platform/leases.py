"""Leases: which process plays which match of a ladder.

A lease has an end, and an epoch that grows each time the match is taken. It is the permit for writes
(`Store.under`), which are dropped when the epoch has changed. So a process that was paused cannot write to a
match that another process has taken meanwhile.
"""

from __future__ import annotations

from collections.abc import Collection, Set
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, select, update

from agonist.core import UsageError
from agonist.players.spec import parse_player
from agonist.players.unique_names import address
from agonist.store.engines.locks_and_clock import clock, today, wait_for_turn
from agonist.store.platform.schema import LADDERS, LEASES
from agonist.store.platform.spending import set_aside
from agonist.store.platform.waiting_matches import Room, Waiting, in_play, seats_of
from agonist.store.runs.schema import MATCHES
from agonist.store.runs.serialization import unpack
from agonist.store.runs.store import Store

SECONDS: Final = 30.0
"""How long a lease lasts unless it is renewed, in seconds."""

GIVEN_UP: Final = 5
"""A match that this many processes have begun and none has ended becomes void, since it may be what kills
them."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of this process, and no other, to play a match."""

    match: int
    epoch: int
    ladder: int
    remote: bool = False
    """Whether an agent in it answers elsewhere."""
    seconds: float = 0.0
    """How many seconds the slowest of these takes in a match, if that is known."""

    @classmethod
    def lost(cls, connection: Connection, leases: Set[Lease]) -> Set[Lease]:
        """Those of these leases that other processes have taken over; the others are locked."""
        of = LEASES.c
        query = select(of.match, of.epoch).where(of.match.in_(sorted(lease.match for lease in leases)))
        rows = connection.execute(query.order_by(of.match).with_for_update(read=True))
        held = {(row.match, row.epoch) for row in rows}
        return {lease for lease in leases if (lease.match, lease.epoch) not in held}


def take(store: Store, holder: str, room: Room, *, seconds: float = SECONDS) -> list[Lease]:
    """Lease matches that wait to be played or whose lease has expired, as many as there is room for.

    No agent gets more concurrent matches than its ladder's setting `at_once`, an HTTP agent never more than
    one, and no owner more than `owner_at_once`. The possible cost of a match is reserved from each owner's
    daily limit; if that is not possible, the match waits. Matches with people are left to `take_table`.
    """
    return store.change(lambda connection: _take(connection, holder, room, seconds))


def take_table(store: Store, holder: str, match: int, *, seconds: float = SECONDS) -> Lease | None:
    """Take a match with people, to play until one of them is asked; `None` if it must wait.

    It waits while another process plays it, or while an HTTP agent in it plays another match. Raises
    `NoDollars` if it has not begun and an owner's daily limit has not enough left for it.
    """

    def change(connection: Connection) -> Lease | None:
        wait_for_turn(connection, "taking")
        now, of = clock(connection), LEASES.c
        query = (
            select(of.epoch, of.ladder, of.began, of.until, LADDERS.c.settings)
            .join(LADDERS, LADDERS.c.id == of.ladder)
            .where(of.match == match, of.ended.is_(None))
            .with_for_update(of=LEASES)
        )
        row = connection.execute(query).one_or_none()
        if row is None or row.until >= now:
            return None
        settings, seats = unpack(row.settings), seats_of(connection, [match]).get(match, [])
        busy, *_ = in_play(connection, now)
        if any(busy[seat.plays_as] for seat in seats if not seat.house and address(seat.player)):
            return None
        payers = {seat.owner for seat in seats if may_cost(seat.player)}
        if set_aside(connection, match, payers, today(now), settings):
            raise NoDollars("the owner of an agent at this table has no dollars left today")
        change = update(LEASES).where(of.match == match).values(
            epoch=row.epoch + 1, holder=holder, until=now + seconds, began=row.began or now
        )  # fmt: skip
        connection.execute(change)
        return Lease(match, row.epoch + 1, row.ladder)

    return store.change(change)


class NoDollars(UsageError):
    """Too little of an owner's daily limit is left for a match."""


def is_held(store: Store, match: int) -> bool:
    """Whether some process plays this match of a ladder at this moment."""

    def read(connection: Connection) -> bool:
        query = select(LEASES.c.until).where(LEASES.c.match == match)
        return (connection.execute(query).scalar() or 0.0) >= clock(connection)

    return store.read(read)


def is_leased(store: Store, match: int) -> bool:
    """Whether a match is one of a ladder."""
    query = select(LEASES.c.match).where(LEASES.c.match == match)
    return store.row(query) is not None


def renew(
    store: Store, holder: str, leases: Collection[Lease], *, seconds: float = SECONDS
) -> frozenset[int]:
    """Extend these leases to this many seconds from now; returns the matches still held."""

    def change(connection: Connection) -> frozenset[int]:
        of, epochs = LEASES.c, {lease.match: lease.epoch for lease in leases}
        query = select(of.match, of.epoch).where(of.match.in_(sorted(epochs)), of.holder == holder)
        rows = connection.execute(query.order_by(of.match).with_for_update()).all()
        renewed = [row.match for row in rows if row.epoch == epochs[row.match]]
        until = clock(connection) + seconds
        connection.execute(update(LEASES).where(of.match.in_(renewed)).values(until=until))
        return frozenset(renewed)

    return store.change(change) if leases else frozenset()


def release(store: Store, leases: Collection[Lease]) -> None:
    """Give up these leases, unless others have taken the matches already."""

    def change(connection: Connection) -> None:
        for lease in sorted(leases, key=lambda lease: lease.match):
            of = LEASES.c
            query = update(LEASES).where(of.match == lease.match, of.epoch == lease.epoch)
            connection.execute(query.values(until=0.0))

    if leases:
        store.change(change)


def _take(connection: Connection, holder: str, room: Room, seconds: float) -> list[Lease]:
    wait_for_turn(connection, "taking")
    now = clock(connection)
    waiting = Waiting(connection, now, room, lock=True)
    taken: list[Lease] = []
    spent: set[tuple[int, int]] = set()
    """Owners who can no longer pay for a match of a ladder today."""
    while (row := waiting.next()) is not None:
        if row.epoch >= GIVEN_UP:
            _give_up(connection, row.match)
            continue
        settings, seats = unpack(row.settings), waiting.seats(row.match)
        payers = {seat.owner for seat in seats if may_cost(seat.player)}
        if not row.epoch and not spent.isdisjoint((owner, row.ladder) for owner in payers):
            continue
        lacking = set_aside(connection, row.match, payers, today(now), settings)
        if lacking:
            spent.update((owner, row.ladder) for owner in lacking)
            continue
        waiting.begin(row)
        of = LEASES.c
        change = update(LEASES).where(of.match == row.match).values(
            epoch=row.epoch + 1, holder=holder, until=now + seconds, began=row.began or now
        )  # fmt: skip
        connection.execute(change)
        remote = any(seat.remote for seat in seats)
        taken.append(Lease(row.match, row.epoch + 1, row.ladder, remote, row.seconds or 0.0))
    return taken


def may_cost(player: str) -> bool:
    """Whether requests of this player may cost its owner anything.

    An HTTP agent pays for its own model calls.
    """
    spec = parse_player(player)
    return spec.is_model or (spec.is_agent and not spec.address)


def _give_up(connection: Connection, match: int) -> None:
    why = f"{GIVEN_UP} processes have begun this match, and none has ended it"
    connection.execute(update(MATCHES).where(MATCHES.c.id == match).values(status="void", error=why))
