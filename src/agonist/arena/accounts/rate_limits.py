"""Rate limits by account and by address, counted in memory in fixed windows."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Final, NamedTuple

from agonist.core import AgonistError

COUNTS_NOT_SCANNED: Final = 1_000
"""As many counts as this are never scanned for expired ones."""


class Rate(NamedTuple):
    """How many events are allowed in a window of so many seconds, which begins with its first event."""

    events: int
    seconds: float


RATES: Final[Mapping[str, Rate]] = {
    "pages by address": Rate(1200, 60),  # many people may sit behind one address
    "pages by account": Rate(600, 60),
    "forms by address": Rate(240, 60),
    "forms by account": Rate(90, 60),
    "accounts by address": Rate(10, 3600),
    "sign-ins by address": Rate(60, 600),
    # Wrong passwords only, and by address too, so that nobody can lock somebody else out.
    "failures by name and address": Rate(10, 600),
    "failures by name": Rate(200, 3600),
    "tables by account": Rate(60, 3600),
    "mails by address": Rate(10, 3600),
    "mails by account": Rate(20, 3600),
    "animations by account": Rate(30, 600),  # each takes a second of the server
    "analyses by account": Rate(30, 600),  # each takes some seconds of another processor
    "lines by account": Rate(20, 60),  # of spectators
    "tests by account": Rate(60, 3600),  # also: registering and editing agents, whose addresses are looked up
}
"""Limits by name. For visitors without an account, the address counts as one."""


class TooOften(AgonistError):
    """A rate limit is exceeded."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds
        """Seconds until the next try is allowed."""


@dataclass
class Rates:
    """Counts in the memory of this process."""

    rates: Mapping[str, Rate] = field(default_factory=lambda: RATES)
    _counts: dict[tuple[str, ...], tuple[int, float]] = field(default_factory=dict)
    """By limit and visitor, the events of a window and the time at which it ends."""
    _lock: Lock = field(default_factory=Lock)
    _scan_at: int = COUNTS_NOT_SCANNED

    def count(self, name: str, *who: str) -> None:
        """Count one more event. Raises `TooOften`."""
        self._expect_room(name, who, events=1)

    def check(self, name: str, *who: str) -> None:
        """Raise `TooOften` if the limit is already reached; counts nothing."""
        self._expect_room(name, who, events=0)

    def take_back(self, name: str, *who: str) -> None:
        """Uncount an event that did not happen after all."""
        with self._lock:
            before, ends = self._counts.get((name, *who), (0, 0.0))
            if before:
                self._counts[name, *who] = before - 1, ends

    def _expect_room(self, name: str, who: tuple[str, ...], events: int) -> None:
        rate, key, now = self.rates[name], (name, *who), time.time()
        with self._lock:
            before, ends = self._counts.get(key, (0, now))
            if ends <= now:
                before, ends = 0, now + rate.seconds
            if events:
                self._counts[key] = before + events, ends
                self._forget_expired(now)
        if before >= rate.events:
            seconds = max(1, round(ends - now))
            wait = f"{seconds} s" if seconds < 120 else f"{seconds // 60} minutes"
            raise TooOften(f"That was too often: try again in {wait}.", seconds)

    def _forget_expired(self, now: float) -> None:
        if len(self._counts) > self._scan_at:
            self._counts = {key: each for key, each in self._counts.items() if each[1] > now}
            self._scan_at = max(COUNTS_NOT_SCANNED, 2 * len(self._counts))


def place_of(address: str) -> str:
    """The part of an address that counts as one visitor: for IPv6 the network, since each home has one.

    >>> place_of("203.0.113.9"), place_of("2001:db8:1:2:3:4:5:6"), place_of("::ffff:203.0.113.9")
    ('203.0.113.9', '2001:db8:1:2::', '203.0.113.9')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Address(int(found) >> 64 << 64))
