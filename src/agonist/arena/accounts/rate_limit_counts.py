"""Counts in fixed time windows, kept in memory, for the package `limits`.

The package's own storage starts a thread for nearly every request, which scans all counts. Here an expired
count is deleted when it is read, and all are scanned only after many new ones.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

from limits.storage import Storage

COUNTS_NOT_SCANNED: Final = 1_000
"""As many counts as this are never scanned for expired ones."""


class RateLimitCounts(Storage):
    """Counts of events, each in a window that begins with the first event."""

    STORAGE_SCHEME = ["agonist"]  # noqa: RUF012  as its base has it

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._clock, self._lock = clock, Lock()
        self._counts: dict[str, tuple[int, float]] = {}
        """By key, the count and the time at which it expires."""
        self._sweep_at = COUNTS_NOT_SCANNED

    @property
    def base_exceptions(self) -> type[Exception]:
        return ValueError

    def incr(self, key: str, expiry: float, amount: int = 1) -> int:
        with self._lock:
            count, ends = self._now(key)
            self._counts[key] = (count + amount, ends if count else self._clock() + expiry)
            if len(self._counts) > self._sweep_at:
                now = self._clock()
                self._counts = {one: each for one, each in self._counts.items() if each[1] > now}
                self._sweep_at = max(COUNTS_NOT_SCANNED, 2 * len(self._counts))
            return count + amount

    def get(self, key: str) -> int:
        with self._lock:
            return self._now(key)[0]

    def get_expiry(self, key: str) -> float:
        with self._lock:
            return self._now(key)[1]

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        with self._lock:
            had = len(self._counts)
            self._counts.clear()
            return had

    def clear(self, key: str) -> None:
        with self._lock:
            self._counts.pop(key, None)

    def _now(self, key: str) -> tuple[int, float]:
        now = self._clock()
        count, ends = self._counts.get(key, (0, now))
        return (count, ends) if ends > now else (0, now)
