"""Rate limits by account and by address."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Final

from agonist.arena.accounts.secret import EXTRA
from agonist.core import AgonistError, UsageError
from agonist.extras import install

if TYPE_CHECKING:
    from limits.strategies import FixedWindowRateLimiter

RATES: Final[Mapping[str, str]] = {
    "pages by address": "1200/minute",  # many people may sit behind one address
    "pages by account": "600/minute",
    "forms by address": "240/minute",
    "forms by account": "90/minute",
    "accounts by address": "10/hour",
    "sign-ins by address": "60/10minutes",
    # Wrong passwords only, and by address too, so that nobody can lock somebody else out.
    "failures by name and address": "10/10minutes",
    "failures by name": "200/hour",
    "tables by account": "60/hour",
    "tests by account": "60/hour",  # also: registering and editing agents, whose addresses are looked up,
}
"""Limits by name, as `limits` reads them. For visitors without an account, the address counts as one."""


class TooOften(AgonistError):
    """A rate limit is exceeded."""

    def __init__(self, message: str, seconds: int) -> None:
        super().__init__(message)
        self.seconds = seconds
        """Seconds until the next try is allowed."""


def _usual() -> FixedWindowRateLimiter:
    try:
        from limits.strategies import FixedWindowRateLimiter

        from agonist.arena.accounts.rate_limit_counts import RateLimitCounts
    except ModuleNotFoundError:
        raise UsageError(EXTRA + install("platform")) from None
    return FixedWindowRateLimiter(RateLimitCounts())


@dataclass
class Rates:
    """Counts in the memory of this process. Raises `UsageError` if the extra is not installed."""

    rates: Mapping[str, str] = field(default_factory=lambda: RATES)
    _limiter: FixedWindowRateLimiter = field(default_factory=_usual)

    def __post_init__(self) -> None:
        from limits import parse

        self._parsed = {name: parse(text) for name, text in self.rates.items()}

    def count(self, name: str, *who: str) -> None:
        """Count one more event. Raises `TooOften`."""
        if not self._limiter.hit(self._parsed[name], name, *who):
            self._refuse(name, *who)

    def check(self, name: str, *who: str) -> None:
        """Raise `TooOften` if the limit is already reached; counts nothing."""
        if not self._limiter.test(self._parsed[name], name, *who):
            self._refuse(name, *who)

    def _refuse(self, name: str, *who: str) -> None:
        until = self._limiter.get_window_stats(self._parsed[name], name, *who).reset_time
        seconds = max(1, round(until - time.time()))
        wait = f"{seconds} s" if seconds < 120 else f"{seconds // 60} minutes"
        raise TooOften(f"That was too often: try again in {wait}.", seconds)


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
