"""Who accounts are at other sites, by which they sign in."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from agonist.core import UsageError
from agonist.store.platform.accounts import User, user
from agonist.store.platform.schema import IDENTITIES
from agonist.store.runs.store import Store


@dataclass(frozen=True, slots=True)
class StoredIdentity:
    """An account at another site; `created` in seconds since 1970."""

    site: str
    subject: str
    created: float


def user_of_identity(store: Store, site: str, subject: str) -> User | None:
    """The account of who is this at another site."""
    of = IDENTITIES.c
    number = store.value(select(of.user).where(of.site == site, of.subject == subject))
    return None if number is None else user(store, int(number))


def add_identity(store: Store, site: str, subject: str, number: int, now: float) -> None:
    """Note who an account is at another site. Raises `UsageError` if another account is that already."""
    row = {"site": site, "subject": subject, "user": number, "created": now}
    try:
        store.change(lambda connection: connection.execute(insert(IDENTITIES).values(row)))
    except IntegrityError:
        raise UsageError("another account here signs in as that person already") from None


def identities_of(store: Store, number: int) -> list[StoredIdentity]:
    """By which other sites an account signs in, by their names."""
    of = IDENTITIES.c
    rows = store.rows(select(of.site, of.subject, of.created).where(of.user == number).order_by(of.site))
    return [StoredIdentity(*row) for row in rows]


def remove_identities(store: Store, number: int, site: str) -> None:
    """Have an account not sign in by this site any more."""
    gone = delete(IDENTITIES).where(IDENTITIES.c.user == number, IDENTITIES.c.site == site)
    store.change(lambda connection: connection.execute(gone))
