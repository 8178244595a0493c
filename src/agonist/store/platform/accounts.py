"""Accounts, the sessions of their browsers, and the tokens of their programs.

Session cookies and tokens are stored as hashes, so that a copy of the database does not let anyone sign in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from agonist.core import UsageError
from agonist.store.platform.schema import AGENTS, SESSIONS, SPENDING, TOKENS, USERS
from agonist.store.platform.taken_names import NameTaken, take_name
from agonist.store.runs.store import Store

ADMIN: Final = "admin"

SEEN: Final = 600.0
"""Seconds after which a session or a token is noted as used again."""


@dataclass(frozen=True, slots=True)
class User:
    """An account. `blocked` is the reason why it may not sign in, if any; times in seconds since 1970."""

    id: int
    name: str
    role: str
    created: float
    blocked: str
    dollars_a_day: float | None
    """The most dollars that its agents may spend in a day; `None`: no limit."""
    email: str = ""
    """Its confirmed e-mail address; empty if it has none."""


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in browser; `hash` is the hash of its cookie's value."""

    hash: str
    created: float
    seen: float
    ends: float
    browser: str


@dataclass(frozen=True, slots=True)
class Token:
    """An access token of a program; `hash` is the token's hash, `used` when it was last used."""

    hash: str
    label: str
    created: float
    used: float | None


_OF_USER: Final = (
    USERS.c.id,
    USERS.c.name,
    USERS.c.role,
    USERS.c.created,
    USERS.c.blocked,
    USERS.c.dollars_a_day,
    USERS.c.email,
)


def add_user(store: Store, name: str, folded: str, password: str, role: str, now: float) -> User:
    """Add an account; `folded` is its name in the form used for comparisons, `password` a hash.

    Raises `NameTaken`.
    """
    row = {"name": name, "folded": folded, "password": password, "role": role, "created": now}

    def write(connection: Connection) -> User:
        try:
            with connection.begin_nested():
                found = connection.execute(insert(USERS).values(row).returning(USERS.c.id)).scalar_one()
        except IntegrityError:
            raise NameTaken(name) from None
        take_name(connection, name, user=int(found))
        return User(int(found), name, role, now, "", None)

    return store.change(write)


def user(store: Store, number: int) -> User | None:
    """The account of this id."""
    query = select(*_OF_USER).where(USERS.c.id == number)
    row = store.row(query)
    return None if row is None else User(*row)


def user_named(store: Store, folded: str) -> tuple[User, str] | None:
    """The account of this name, and its password's hash."""
    query = select(*_OF_USER, USERS.c.password).where(USERS.c.folded == folded)
    row = store.row(query)
    return None if row is None else (User(*row[:-1]), str(row[-1]))


def user_with_email(store: Store, address: str) -> tuple[User, str] | None:
    """The one account with this confirmed address, and its password's hash; `None` if several have it."""
    query = select(*_OF_USER, USERS.c.password).where(func.lower(USERS.c.email) == address.lower())
    rows = store.rows(query.limit(2))
    return (User(*rows[0][:-1]), str(rows[0][-1])) if len(rows) == 1 else None


def password_of(store: Store, number: int) -> str:
    """The hash of an account's password."""
    query = select(USERS.c.password).where(USERS.c.id == number)
    return str(store.value(query))


def users(store: Store, part: str = "", before: int | None = None, limit: int = 50) -> list[User]:
    """Accounts, the newest first, with this part in their (folded) names, and ids below `before`."""
    query = select(*_OF_USER).order_by(USERS.c.id.desc()).limit(limit)
    if part:
        query = query.where(USERS.c.folded.contains(part, autoescape=True))
    if before is not None:
        query = query.where(USERS.c.id < before)
    return [User(*row) for row in store.rows(query)]


def has_admin(store: Store) -> bool:
    """Whether any account manages the others."""
    query = select(USERS.c.id).where(USERS.c.role == ADMIN, USERS.c.blocked == "").limit(1)
    return store.value(query) is not None


def change_user(store: Store, number: int, values: Mapping[str, Any]) -> None:
    """Set columns of an account: password (a hash), role, blocked, dollars_a_day, email.

    Blocking an account pauses its online agents. Raises `UsageError` if no admin would be left.
    """

    def write(connection: Connection) -> None:
        wait_for_admins(connection)
        connection.execute(update(USERS).where(USERS.c.id == number).values(**values))
        if "role" in values or "blocked" in values:
            check_admin_left(connection)
        if values.get("blocked"):
            pause = update(AGENTS).where(AGENTS.c.owner == number, AGENTS.c.state == "online")
            connection.execute(pause.values(state="paused", reason="The account of its owner is blocked."))

    store.change(write)


def wait_for_admins(connection: Connection) -> None:
    """Changes of admins take turns, so that two at once cannot remove the last one."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(USERS.c.id).where(USERS.c.role == ADMIN).with_for_update())


def check_admin_left(connection: Connection) -> None:
    """Raise `UsageError` if there is no admin any more."""
    left = select(func.count()).where(USERS.c.role == ADMIN, USERS.c.blocked == "")
    if not connection.execute(left).scalar_one():
        raise UsageError("no admin would be left to manage accounts: make somebody else an admin first")


def add_session(store: Store, user: int, session: Session) -> None:
    """Add a session of a browser; expired sessions are deleted."""
    row = {
        "hash": session.hash, "user": user, "created": session.created, "seen": session.seen,
        "ends": session.ends, "browser": session.browser,
    }  # fmt: skip

    def write(connection: Connection) -> None:
        connection.execute(delete(SESSIONS).where(SESSIONS.c.ends < session.created))
        connection.execute(insert(SESSIONS).values(row))

    store.change(write)


def user_of_session(store: Store, digest: str, now: float) -> User | None:
    """The account of a session, unless it has expired or the account is blocked. One query."""
    query = (
        select(*_OF_USER, SESSIONS.c.seen)
        .join(SESSIONS, SESSIONS.c.user == USERS.c.id)
        .where(SESSIONS.c.hash == digest, SESSIONS.c.ends > now, USERS.c.blocked == "")
    )
    return _used(store, query, update(SESSIONS).where(SESSIONS.c.hash == digest).values(seen=now), now)


def sessions_of(store: Store, user: int, now: float) -> list[Session]:
    """The sessions of an account, the latest first."""
    of = SESSIONS.c
    query = select(of.hash, of.created, of.seen, of.ends, of.browser)
    query = query.where(of.user == user, of.ends > now).order_by(of.seen.desc(), of.hash)
    return [Session(*row) for row in store.rows(query)]


def end_sessions(store: Store, user: int, *, only: str | None = None, but: str | None = None) -> None:
    """End sessions of an account: all, `only` one, or all `but` one."""
    gone = delete(SESSIONS).where(SESSIONS.c.user == user)
    if only is not None:
        gone = gone.where(SESSIONS.c.hash == only)
    if but is not None:
        gone = gone.where(SESSIONS.c.hash != but)
    store.change(lambda connection: connection.execute(gone))


def spent(store: Store, owner: int, day: str) -> float:
    """Dollars that the agents of an account have spent on a day (UTC), given as 2026-01-31."""
    query = select(SPENDING.c.dollars).where(SPENDING.c.owner == owner, SPENDING.c.day == day)
    return float(store.value(query) or 0.0)


def add_token(store: Store, user: int, digest: str, label: str, now: float) -> None:
    """Add a token by its hash."""
    row = {"hash": digest, "user": user, "label": label, "created": now}
    store.change(lambda connection: connection.execute(insert(TOKENS).values(row)))


def user_of_token(store: Store, digest: str, now: float) -> User | None:
    """The account of a token, unless it is blocked. One query."""
    query = (
        select(*_OF_USER, TOKENS.c.used)
        .join(TOKENS, TOKENS.c.user == USERS.c.id)
        .where(TOKENS.c.hash == digest, USERS.c.blocked == "")
    )
    return _used(store, query, update(TOKENS).where(TOKENS.c.hash == digest).values(used=now), now)


def tokens_of(store: Store, user: int) -> list[Token]:
    """The tokens of an account, oldest first."""
    of = TOKENS.c
    query = select(of.hash, of.label, of.created, of.used).where(of.user == user)
    query = query.order_by(of.created, of.hash)
    return [Token(*row) for row in store.rows(query)]


def remove_token(store: Store, user: int, digest: str) -> None:
    """Delete a token."""
    gone = delete(TOKENS).where(TOKENS.c.user == user, TOKENS.c.hash == digest)
    store.change(lambda connection: connection.execute(gone))


def remove_tokens(store: Store, user: int) -> None:
    """Delete all tokens of an account."""
    gone = delete(TOKENS).where(TOKENS.c.user == user)
    store.change(lambda connection: connection.execute(gone))


def _used(store: Store, query: Select[Any], note: Any, now: float) -> User | None:
    row = store.row(query)
    if row is None:
        return None
    if row[-1] is None or now - row[-1] > SEEN:
        store.change(lambda connection: connection.execute(note))
    return User(*row[:-1])
