"""What admins have decided about flags: matches that no rating counts, and flags that are dismissed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select

from agonist.store.platform.recount_number import note_recount
from agonist.store.platform.schema import DISMISSED, EXCLUDED, USERS
from agonist.store.runs.schema import MATCHES
from agonist.store.runs.serialization import printable
from agonist.store.runs.store import Store

MOST_LISTED = 200
"""The latest decisions that are listed."""


@dataclass(frozen=True, slots=True)
class ExcludedMatch:
    """A match that no rating counts; `at` in seconds since 1970, `by` the admin's name."""

    match: int
    game: str
    at: float
    by: str
    note: str


@dataclass(frozen=True, slots=True)
class DismissedFlag:
    """A flag that is dismissed; `matches`: how many it named then."""

    flag: str
    at: float
    by: str
    note: str
    matches: int


def exclude_matches(store: Store, matches: Collection[int], admin: int, note: str, now: float) -> None:
    """Have no rating count these matches; those that there are not are left out."""

    def write(connection: Connection) -> None:
        there = select(MATCHES.c.id).where(MATCHES.c.id.in_(matches))
        fresh = there.where(MATCHES.c.id.not_in(select(EXCLUDED.c.match)))
        rows = [
            {"match": match, "user": admin, "at": now, "note": printable(note)}
            for match in connection.execute(fresh).scalars().all()
        ]
        if rows:
            connection.execute(insert(EXCLUDED), rows)
            note_recount(connection)

    store.change(write)


def include_match(store: Store, match: int) -> None:
    """Have ratings count an excluded match again."""

    def write(connection: Connection) -> None:
        if connection.execute(delete(EXCLUDED).where(EXCLUDED.c.match == match)).rowcount:
            note_recount(connection)

    store.change(write)


def excluded_matches(store: Store) -> list[ExcludedMatch]:
    """The latest excluded matches, newest decision first."""
    of = EXCLUDED.c
    query = (
        select(of.match, MATCHES.c.game, of.at, USERS.c.name, of.note)
        .join(MATCHES, MATCHES.c.id == of.match)
        .join(USERS, USERS.c.id == of.user)
        .order_by(of.at.desc(), of.match.desc())
        .limit(MOST_LISTED)
    )
    return [ExcludedMatch(*row) for row in store.rows(query)]


def dismiss_flag(store: Store, flag: str, matches: int, admin: int, note: str, now: float) -> None:
    """Note that a flag, which names so many matches, means nothing."""
    row = {"flag": flag, "user": admin, "at": now, "note": printable(note), "matches": matches}

    def write(connection: Connection) -> None:
        connection.execute(delete(DISMISSED).where(DISMISSED.c.flag == flag))
        connection.execute(insert(DISMISSED).values(row))

    store.change(write)


def restore_flag(store: Store, flag: str) -> None:
    """Forget that a flag was dismissed."""
    store.change(lambda connection: connection.execute(delete(DISMISSED).where(DISMISSED.c.flag == flag)))


def dismissed_flags(store: Store) -> dict[str, DismissedFlag]:
    """All dismissed flags, newest first."""
    of = DISMISSED.c
    query = (
        select(of.flag, of.at, USERS.c.name, of.note, of.matches)
        .join(USERS, USERS.c.id == of.user)
        .order_by(of.at.desc(), of.flag)
    )
    return {row.flag: DismissedFlag(*row) for row in store.rows(query)}
