"""Tables at which people play: who opened them, who sits where, clocks and events.

Times are seconds since 1970 (UTC).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson
from sqlalchemy import Connection, and_, func, insert, or_, select, update

from agonist.match import Fixture
from agonist.store.platform.schema import EVENTS, LEASES, SEATS, TABLES
from agonist.store.runs.row_conversion import fixture_from, fixture_rows
from agonist.store.runs.schema import MATCHES
from agonist.store.runs.store import Store

Renamed = Callable[[Fixture, int], Fixture]
"""The fixture with another player on a seat."""

OPEN: Final = ("planned", "playing", "suspended")

DAY: Final = 86_400.0


@dataclass(frozen=True, slots=True)
class Chair:
    """The seat of a person, identified by `user` or `session` (the hash of a browser's session).

    `clock` is the time left when the open question was put, `seen` the time of their browser's last request.
    """

    match: int
    seat: int
    user: int | None = None
    session: str | None = None
    invitation: str | None = None
    clock: float | None = None
    joined: float | None = None
    seen: float | None = None

    @property
    def is_free(self) -> bool:
        """Whether nobody has sat down."""
        return self.joined is None


@dataclass(frozen=True, slots=True)
class Table:
    """A table for a match with people. `clock`, `increment`: seconds; `on_time`: `forfeit` or `fallback`.

    `asked` is when the questions of step `step` were put. No leaderboard counts a match that is not `rated`.
    """

    match: int
    user: int | None
    session: str | None
    invitation: str | None
    clock: float | None
    increment: float
    on_time: str
    step: int
    asked: float | None
    created: float
    chairs: tuple[Chair, ...] = ()
    rated: bool = True

    def chair(self, seat: int) -> Chair | None:
        """The chair of a seat; `None` if the seat is not for a person."""
        return next((chair for chair in self.chairs if chair.seat == seat), None)

    @property
    def free(self) -> list[int]:
        """The seats that nobody has taken."""
        return [chair.seat for chair in self.chairs if chair.is_free]


@dataclass(frozen=True, slots=True)
class Happening:
    """An event at a table beside its steps: joined, resigned, out of time."""

    nth: int
    at: float
    kind: str
    seat: int | None
    words: Mapping[str, Any]


def add_table(connection: Connection, table: Table) -> None:
    """Add a table and its chairs for a planned match."""
    row = {name: getattr(table, name) for name in Table.__dataclass_fields__ if name != "chairs"}
    connection.execute(insert(TABLES), row | {"rated": int(table.rated)})
    if table.chairs:
        connection.execute(insert(SEATS), [_row(chair) for chair in table.chairs])


def table_of(store: Store, match: int) -> Table | None:
    """The table of a match; `None` if it has none. Two queries."""
    return store.read(lambda connection: _table(connection, match))


def tables_of(store: Store, user: int | None, session: str, limit: int = 20) -> list[int]:
    """The unfinished matches in which this person has a seat or whose table they opened, newest first."""
    if user is None and not session:
        return []

    def mine(of: Any) -> Any:
        return of.c.user == user if user is not None else of.c.session == session

    sitting = select(SEATS.c.match).where(mine(SEATS))
    query = (
        select(TABLES.c.match)
        .join(MATCHES, MATCHES.c.id == TABLES.c.match)
        .where(MATCHES.c.status.in_(OPEN), or_(mine(TABLES), TABLES.c.match.in_(sitting)))
        .order_by(TABLES.c.match.desc())
        .limit(limit)
    )
    return store.values(query)


@dataclass(frozen=True, slots=True)
class Played:
    """What a person has played on a ladder: all matches, those of today (UTC), and ids of those going on."""

    matches: int
    today: int
    open: tuple[int, ...]


def played_on_ladder(connection: Connection, ladder: int, user: int | None, now: float) -> Played:
    """What an account has played on a ladder; with `user` None, what all visitors without an account have.
    One query."""
    of = SEATS.c
    query = (
        select(of.match, of.joined, LEASES.c.ended)
        .join(LEASES, LEASES.c.match == of.match)
        .where(LEASES.c.ladder == ladder, of.user == user, of.joined.is_not(None))
        .order_by(of.match)
    )
    rows = connection.execute(query).all()
    began = now - now % DAY
    return Played(
        len({row.match for row in rows}),
        len({row.match for row in rows if row.joined >= began}),
        tuple(dict.fromkeys(row.match for row in rows if row.ended is None)),
    )


def clocked(store: Store) -> list[int]:
    """The matches in which somebody's clock may be running."""
    query = (
        select(TABLES.c.match)
        .join(MATCHES, MATCHES.c.id == TABLES.c.match)
        .where(MATCHES.c.status.in_(OPEN), TABLES.c.clock.is_not(None), TABLES.c.asked.is_not(None))
    )
    return store.values(query)


def abandoned(store: Store, before: float) -> list[int]:
    """The unfinished matches of a site with accounts that have no clock, and in which nothing was asked of a
    person, nor the table opened, since `before`."""
    of = TABLES.c
    query = (
        select(of.match)
        .join(MATCHES, MATCHES.c.id == of.match)
        .where(
            MATCHES.c.status.in_(OPEN),
            of.clock.is_(None),
            or_(of.user.is_not(None), of.session.is_not(None)),
            func.coalesce(of.asked, of.created) < before,
        )
        .order_by(of.match)
    )
    return store.values(query)


def sit_down(
    store: Store,
    match: int,
    invitation: str,
    user: int | None,
    session: str | None,
    renamed: Renamed,
    now: float,
) -> int | None:
    """Give this person a free seat of the invitation; returns the seat, or `None` if none is free.

    A person who has a seat at the table keeps it. Two people never get the same seat: the row is changed
    only while it is free. The match's fixture gets their name in the same transaction.
    """

    def write(connection: Connection) -> int | None:
        _lock(connection, match)
        table = _table(connection, match)
        if table is None:
            return None
        for chair in table.chairs:
            if not chair.is_free and (
                chair.user == user if user is not None else session and chair.session == session
            ):
                return chair.seat
        for chair in table.chairs:
            if not chair.is_free or invitation not in (chair.invitation, table.invitation):
                continue
            free = and_(SEATS.c.match == match, SEATS.c.seat == chair.seat, SEATS.c.joined.is_(None))
            row = {"user": user, "session": session, "joined": now, "seen": now, "invitation": None}
            if connection.execute(update(SEATS).where(free).values(row)).rowcount:
                rename(connection, match, chair.seat, renamed)
                _note(connection, match, "joined", chair.seat, now)
                return chair.seat
        return None

    return store.change(write)


def renew_invitation(store: Store, match: int, seat: int | None, invitation: str) -> None:
    """Replace the invitation to a free seat, or to any free seat; the old link is void."""

    def write(connection: Connection) -> None:
        if seat is None:
            connection.execute(update(TABLES).where(TABLES.c.match == match).values(invitation=invitation))
        else:
            free = and_(SEATS.c.match == match, SEATS.c.seat == seat, SEATS.c.joined.is_(None))
            connection.execute(update(SEATS).where(free).values(invitation=invitation))

    store.change(write)


def hand_over(store: Store, session: str, user: int) -> None:
    """Transfer a visitor's seats and tables to the account they have just signed in to."""

    def write(connection: Connection) -> None:
        for of in (TABLES, SEATS):
            mine = and_(of.c.session == session, of.c.user.is_(None))
            connection.execute(update(of).where(mine).values(user=user, session=None))

    if session:
        store.change(write)


def saw(store: Store, match: int, seats: Sequence[int], now: float | None) -> None:
    """Record the time of these people's last request, or (`None`) that they have left."""
    here = and_(SEATS.c.match == match, SEATS.c.seat.in_(seats), SEATS.c.joined.is_not(None))
    store.change(lambda connection: connection.execute(update(SEATS).where(here).values(seen=now)))


def note_asked(store: Store, match: int, step: int, now: float) -> None:
    """Note that the questions of a step are open from now on, unless they are already."""
    new = and_(TABLES.c.match == match, or_(TABLES.c.step != step, TABLES.c.asked.is_(None)))
    row = {"step": step, "asked": now}
    store.change(lambda connection: connection.execute(update(TABLES).where(new).values(row)))


def asked_again(store: Store, match: int, now: float) -> None:
    """Restart the clocks of the open questions, since the server was down."""
    of = and_(TABLES.c.match == match, TABLES.c.asked.is_not(None))
    store.change(lambda connection: connection.execute(update(TABLES).where(of).values(asked=now)))


def set_clock(store: Store, match: int, seat: int, seconds: float) -> None:
    """Set the time left of one person."""
    of = and_(SEATS.c.match == match, SEATS.c.seat == seat)
    store.change(lambda connection: connection.execute(update(SEATS).where(of).values(clock=seconds)))


def note_event(
    store: Store,
    match: int,
    kind: str,
    seat: int | None,
    now: float,
    words: Mapping[str, Any] | None = None,
    *,
    once: bool = False,
) -> bool:
    """Add an event; `once`: only if this seat has none of its kind. Returns whether it was added."""

    def write(connection: Connection) -> bool:
        of = EVENTS.c
        _lock(connection, match)
        if once:
            same = select(of.nth).where(of.match == match, of.kind == kind, of.seat == seat)
            if connection.execute(same).first() is not None:
                return False
        _note(connection, match, kind, seat, now, words)
        return True

    return store.change(write)


def events_of(store: Store, match: int, *kinds: str) -> list[Happening]:
    """The events of a table in order; only of these kinds, if any are given."""
    of = EVENTS.c
    query = select(EVENTS).where(of.match == match).order_by(of.nth)
    query = query.where(of.kind.in_(kinds)) if kinds else query
    return [
        Happening(row.nth, row.at, row.kind, row.seat, orjson.loads(row.words)) for row in store.rows(query)
    ]


def _table(connection: Connection, match: int) -> Table | None:
    row = connection.execute(select(TABLES).where(TABLES.c.match == match)).mappings().one_or_none()
    if row is None:
        return None
    seats = select(SEATS).where(SEATS.c.match == match).order_by(SEATS.c.seat)
    chairs = tuple(Chair(**chair) for chair in connection.execute(seats).mappings())
    return Table(**{**row, "rated": bool(row["rated"])}, chairs=chairs)


def _lock(connection: Connection, match: int) -> None:
    """Lock this table until the end of the transaction; SQLite has only one writer anyway."""
    connection.execute(select(MATCHES.c.id).where(MATCHES.c.id == match).with_for_update())


def _row(chair: Chair) -> dict[str, Any]:
    return {name: getattr(chair, name) for name in Chair.__dataclass_fields__}


def rename(connection: Connection, match: int, seat: int, renamed: Renamed) -> None:
    """Give the player on a seat another name, within a transaction."""
    stored = connection.execute(select(MATCHES.c.fixture).where(MATCHES.c.id == match)).scalar_one()
    (row,) = fixture_rows([renamed(fixture_from(stored), seat)])
    connection.execute(update(MATCHES).where(MATCHES.c.id == match).values(fixture=row["fixture"]))


def _note(
    connection: Connection,
    match: int,
    kind: str,
    seat: int | None,
    now: float,
    words: Mapping[str, Any] | None = None,
) -> None:
    last = select(func.coalesce(func.max(EVENTS.c.nth), 0)).where(EVENTS.c.match == match)
    row = {
        "match": match,
        "nth": connection.execute(last).scalar_one() + 1,
        "at": now,
        "kind": kind,
        "seat": seat,
        "words": orjson.dumps(dict(words or {})).decode(),
    }
    connection.execute(insert(EVENTS), row)
