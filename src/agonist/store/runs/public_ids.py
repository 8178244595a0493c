"""The ids of matches outside of this database: for HTTP agents, endpoints and other programs."""

from __future__ import annotations

import hmac
import secrets
from functools import lru_cache
from typing import Final

from sqlalchemy import Connection, insert, select

from agonist.store.engines.locks_and_clock import wait_for_turn
from agonist.store.runs.schema import META

KEY: Final = "alias key"

DIGITS: Final = 24


def public_id(key: bytes, match: int) -> str:
    """A keyed hash of a match's number (HMAC, RFC 2104).

    Nobody without the key can tell which match, run, deal or seed it belongs to, nor which of two was
    played first.

    >>> public_id(b"key", 7) == hmac.digest(b"key", b"7", "sha256").hex()[:DIGITS]
    True
    """
    keyed = _keyed(key).copy()
    keyed.update(b"%d" % match)
    return keyed.hexdigest()[:DIGITS]


@lru_cache(maxsize=16)
def _keyed(key: bytes) -> hmac.HMAC:
    """Without a message yet: to begin with the key takes longer than all else."""
    return hmac.new(key, digestmod="sha256")


def key_of_ids(connection: Connection, *, make: bool = False) -> bytes | None:
    """The random key of a database; `None` if it has none yet, unless one is to be made."""
    query = select(META.c.value).where(META.c.key == KEY)
    if make:
        wait_for_turn(connection, "keeping")
    known = connection.execute(query).scalar()
    if known is None and make:
        known = secrets.token_hex(32)
        connection.execute(insert(META).values(key=KEY, value=known))
    return None if known is None else bytes.fromhex(known)
