"""Members' API keys, stored encrypted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from agonist.core import UsageError
from agonist.store.platform.schema import KEYS, VERSIONS
from agonist.store.runs.store import Store


@dataclass(frozen=True, slots=True)
class StoredKey:
    """The description of a stored key, without the key."""

    id: int
    owner: int
    label: str
    created: float
    """Seconds since 1970."""
    versions: int
    """How many versions of agents use it."""


def add_key(store: Store, owner: int, label: str, encrypted: str, now: float) -> int:
    """Add an encrypted key; returns its id. Raises `UsageError` if the owner has one with this label."""

    def write(connection: Connection) -> int:
        row = {"owner": owner, "label": label, "encrypted": encrypted, "created": now}
        try:
            return int(connection.execute(insert(KEYS).values(row).returning(KEYS.c.id)).scalar_one())
        except IntegrityError:
            raise UsageError(
                f"you already have a key called {label!r}: delete it, or choose another name"
            ) from None

    return store.change(write)


def keys_of(store: Store, owner: int) -> list[StoredKey]:
    """All keys of an account, oldest first."""
    uses = select(func.count()).where(VERSIONS.c.key == KEYS.c.id).scalar_subquery()
    of = KEYS.c
    query = select(of.id, of.owner, of.label, of.created, uses).where(of.owner == owner).order_by(of.id)
    return [StoredKey(*row) for row in store.rows(query)]


def encrypted_key(store: Store, key: int) -> tuple[int, str]:
    """The owner and the encrypted text of a key. Raises `UsageError` if there is no such key."""
    query = select(KEYS.c.owner, KEYS.c.encrypted).where(KEYS.c.id == key)
    row = store.row(query)
    if row is None:
        raise UsageError(f"key {key} has been deleted")
    return int(row[0]), str(row[1])


def change_encrypted(store: Store, changed: Callable[[int, str], str]) -> int:
    """Replace the text of every key by what `changed` makes of its owner and that text: all or none.

    Returns how many there are.
    """

    def write(connection: Connection) -> int:
        rows = connection.execute(select(KEYS.c.id, KEYS.c.owner, KEYS.c.encrypted).with_for_update()).all()
        for key, owner, encrypted in rows:
            text = changed(int(owner), str(encrypted))
            connection.execute(update(KEYS).where(KEYS.c.id == key).values(encrypted=text))
        return len(rows)

    return store.change(write)


def remove_key(store: Store, owner: int, key: int) -> bool:
    """Delete a key of this owner, which leaves its agents without one; returns whether it existed."""

    def write(connection: Connection) -> bool:
        theirs = select(KEYS.c.id).where(KEYS.c.id == key, KEYS.c.owner == owner)
        if connection.execute(theirs).scalar() is None:
            return False
        connection.execute(update(VERSIONS).where(VERSIONS.c.key == key).values(key=None))
        connection.execute(delete(KEYS).where(KEYS.c.id == key))
        return True

    return store.change(write)
