"""Which accounts were seen at one address, by keyed hashes whose key is thrown away."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, delete, insert, select, update

from agonist.store.engines.locks_and_clock import wait_for_turn
from agonist.store.platform.schema import ADDRESSES
from agonist.store.runs.schema import META
from agonist.store.runs.store import Store

_KEY: Final = "address salt"

SALT_SECONDS: Final = 30 * 86_400.0
"""As long a salt is used; then nobody can find out any more what was hashed with it."""

KEPT_SECONDS: Final = 90 * 86_400.0
"""As long it is known which accounts shared an address."""


def keep_address(store: Store, user: int, hashed: Callable[[str], str], now: float) -> None:
    """Note that an account was seen at an address; `hashed` makes its hash with the present salt."""

    def write(connection: Connection) -> None:
        hash_ = hashed(_salt(connection, now))
        is_it = (ADDRESSES.c.hash == hash_) & (ADDRESSES.c.user == user)
        if not connection.execute(update(ADDRESSES).where(is_it).values(seen=now)).rowcount:
            connection.execute(insert(ADDRESSES).values(hash=hash_, user=user, seen=now))

    store.change(write)


def accounts_by_address(store: Store) -> list[set[int]]:
    """The accounts of each address at which several were seen."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for row in store.rows(select(ADDRESSES.c.hash, ADDRESSES.c.user)):
        found[row.hash].add(row.user)
    return [accounts for accounts in found.values() if len(accounts) > 1]


def seen_at(store: Store, user: int) -> list[float]:
    """When an account was last seen at each of its addresses."""
    return store.values(select(ADDRESSES.c.seen).where(ADDRESSES.c.user == user).order_by(ADDRESSES.c.seen))


def _salt(connection: Connection, now: float) -> str:
    """The present salt; when it is too old, another one takes its place."""
    wait_for_turn(connection, "keeping")
    period = str(int(now // SALT_SECONDS))
    known = connection.execute(select(META.c.value).where(META.c.key == _KEY)).scalar() or ""
    if known.partition(" ")[0] == period:
        return str(known)
    salt = f"{period} {secrets.token_hex(32)}"
    connection.execute(delete(META).where(META.c.key == _KEY))
    connection.execute(insert(META).values(key=_KEY, value=salt))
    connection.execute(delete(ADDRESSES).where(ADDRESSES.c.seen < now - KEPT_SECONDS))
    return salt
