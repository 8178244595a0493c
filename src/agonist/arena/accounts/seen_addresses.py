"""Which accounts share an address is kept, and addresses are not.

What is stored of an address is an HMAC (SHA-256), whose key is made of the site's secret and of a salt in
the database. Each month another salt takes its place: without the old one, nobody can try all addresses, even
with the secret.
"""

from __future__ import annotations

import hmac
import time
from hashlib import sha256
from typing import Final

from agonist.store import Store
from agonist.store.platform.seen_addresses import keep_address

DAY: Final = 86_400.0


class SeenAddresses:
    """Notes where accounts are seen, once a day each."""

    def __init__(self, store: Store, key: bytes) -> None:
        """`key`: what the site's secret says, for this purpose among others."""
        self._store, self._key, self._day = store, key, 0
        self._noted: set[tuple[int, str]] = set()

    def note(self, user: int, place: str) -> None:
        """Note that an account was seen at an address, or in a network (see `rate_limits.place_of`)."""
        now = time.time()
        if self._day != now // DAY:
            self._day, self._noted = int(now // DAY), set()
        if (user, place) in self._noted:
            return
        keep_address(self._store, user, lambda salt: _hash(place, salt, self._key), now)
        self._noted.add((user, place))


def _hash(place: str, salt: str, key: bytes) -> str:
    monthly = hmac.new(key, f"addresses, {salt}".encode(), sha256).digest()
    return hmac.new(monthly, place.encode(), sha256).hexdigest()[:32]
