"""What is being waited for at the moment, so that a run can say so."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Wait:
    """A wait for something outside of this program; `until` by the monotonic clock."""

    why: str
    until: float

    @property
    def seconds(self) -> float:
        """How long it still lasts."""
        return max(0.0, self.until - time.monotonic())


_waits: dict[int, Wait] = {}


@contextmanager
def waiting(why: str, seconds: float) -> Iterator[None]:
    """Around a wait of so many seconds."""
    wait = Wait(why, time.monotonic() + seconds)
    _waits[id(wait)] = wait
    try:
        yield
    finally:
        del _waits[id(wait)]


def longest_wait() -> Wait | None:
    """The wait that ends last, if there is any."""
    return max(list(_waits.values()), key=lambda wait: wait.until, default=None)
