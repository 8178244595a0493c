"""What spectators of a match say to each other, and what members report of it."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from agonist.store.platform.schema import AGENTS, SEATS, SPECTATOR_LINES, SPECTATOR_REPORTS, USERS
from agonist.store.runs.schema import MATCHES, META
from agonist.store.runs.store import Store

_SETTING: Final = "spectator chat"


@dataclass(frozen=True, slots=True)
class Line:
    """One line; `text` is empty if it was removed. `reports`: how many members have reported it."""

    id: int
    match: int
    user: int
    name: str
    at: float
    text: str
    removed: bool
    reports: int


def add_line(store: Store, match: int, user: int, text: str) -> None:
    """Store a line."""
    row = {"match": match, "user": user, "at": time.time(), "text": text}
    store.change(lambda connection: connection.execute(insert(SPECTATOR_LINES), row))


def lines_of(store: Store, match: int, most: int) -> list[Line]:
    """The last lines beside a match, oldest first. One query."""
    return _lines(store, SPECTATOR_LINES.c.match == match, most)[::-1]


def line(store: Store, number: int) -> Line | None:
    """A line by its number."""
    return next(iter(_lines(store, SPECTATOR_LINES.c.id == number, 1)), None)


def reported_lines(store: Store, most: int) -> list[Line]:
    """The newest lines that were reported and not removed. One query."""
    reported = select(SPECTATOR_REPORTS.c.line)
    of = SPECTATOR_LINES.c
    return _lines(store, of.id.in_(reported) & (of.removed == 0), most)


def said_by(store: Store, user: int) -> list[Line]:
    """All that a member has said and nobody has removed, oldest first."""
    of = SPECTATOR_LINES.c
    return _lines(store, (of.user == user) & (of.removed == 0), None)[::-1]


def report_line(store: Store, number: int, match: int, user: int) -> None:
    """Note that a member reports a line; a second time changes nothing."""

    def write(connection: Connection) -> None:
        of = SPECTATOR_REPORTS.c
        connection.execute(delete(SPECTATOR_REPORTS).where(of.line == number, of.user == user))
        row = {"line": number, "user": user, "match": match, "at": time.time()}
        connection.execute(insert(SPECTATOR_REPORTS), row)

    store.change(write)


def remove_line(store: Store, number: int) -> None:
    """Remove a line's text for good; that there was one stays."""
    query = update(SPECTATOR_LINES).where(SPECTATOR_LINES.c.id == number).values(removed=1, text="")
    store.change(lambda connection: connection.execute(query))


def forget_lines_of(connection: Connection, user: int) -> None:
    """Delete what a member has said and reported."""
    said = select(SPECTATOR_LINES.c.id).where(SPECTATOR_LINES.c.user == user)
    of = SPECTATOR_REPORTS.c
    connection.execute(delete(SPECTATOR_REPORTS).where((of.user == user) | of.line.in_(said)))
    connection.execute(delete(SPECTATOR_LINES).where(SPECTATOR_LINES.c.user == user))


def players_on_deal(store: Store, match: int) -> tuple[frozenset[str], frozenset[int], frozenset[str]]:
    """Who plays in a match or in others of its run on the same deal: the fixtures (JSON), and the accounts
    and sessions of people at tables. Two queries."""
    own = select(MATCHES.c.run, MATCHES.c.deal).where(MATCHES.c.id == match).subquery()
    same = (MATCHES.c.id == match) | (
        (MATCHES.c.run == select(own.c.run).scalar_subquery())
        & (MATCHES.c.deal == select(own.c.deal).scalar_subquery())
        & (MATCHES.c.deal != "")
    )
    fixtures = select(MATCHES.c.fixture).where(same)
    sitting = select(SEATS.c.user, SEATS.c.session).where(SEATS.c.match.in_(select(MATCHES.c.id).where(same)))
    rows, seats = store.read(
        lambda connection: (
            connection.execute(fixtures).scalars().all(),
            connection.execute(sitting).all(),
        )
    )
    users = frozenset(user for user, _ in seats if user is not None)
    return frozenset(rows), users, frozenset(session for _, session in seats if session)


def owners_of(store: Store, names: Collection[str]) -> frozenset[int]:
    """The accounts that own the agents of these names. One query."""
    folded = {name.casefold() for name in names}
    query = select(AGENTS.c.owner).where(AGENTS.c.folded.in_(folded), AGENTS.c.owner.is_not(None))
    return frozenset(store.values(query))


def kept_setting(store: Store) -> str:
    """The setting that an admin has made; empty: none."""
    return store.value(select(META.c.value).where(META.c.key == _SETTING)) or ""


def keep_setting(store: Store, setting: str) -> None:
    """Store the setting."""

    def write(connection: Connection) -> None:
        connection.execute(delete(META).where(META.c.key == _SETTING))
        connection.execute(insert(META).values(key=_SETTING, value=setting))

    store.change(write)


def _lines(store: Store, only: ColumnElement[bool], most: int | None) -> list[Line]:
    """Lines, newest first."""
    of = SPECTATOR_LINES.c
    reports = select(func.count()).where(SPECTATOR_REPORTS.c.line == of.id).scalar_subquery().label("reports")
    columns: list[Any] = [of.id, of.match, of.user, USERS.c.name, of.at, of.text, of.removed, reports]
    query = select(*columns).join(USERS, USERS.c.id == of.user).where(only).order_by(of.id.desc())
    rows = store.rows(query if most is None else query.limit(most))
    return [
        Line(row.id, row.match, row.user, row.name, row.at, row.text, bool(row.removed), row.reports)
        for row in rows
    ]
