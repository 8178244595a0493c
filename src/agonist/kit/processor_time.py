"""How long code has computed and waited: what its limits count.

The clock says little of either: the machine may be busy with other things, or asleep, or the process may have
been stopped. So computing is counted in processor time, and waiting only while nothing else explains it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

WAITS: Final = 3.0
"""Code may wait this many times as long as it may compute."""

STALL: Final = 5.0
"""Seconds between two looks after which the whole process must have stood still: waiting counts anew."""

IDLE: Final = 0.01
"""Code that computes for less than this part of the time waits; a busy machine leaves it more."""


class Effort:
    """What one call has used so far, seen by looking at it now and then.

    `seconds`: how long it may compute; `processor`: the processor time of its thread, in seconds.
    """

    def __init__(
        self,
        seconds: float,
        processor: Callable[[], float] = time.thread_time,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds, self._processor, self._clock = seconds, processor, clock
        self._begun = self._used = processor()
        self._seen = clock()
        self._waited = 0.0

    def look(self) -> None:
        """Count what was used since the last look."""
        now, used = self._clock(), self._processor()
        gap = now - self._seen
        if gap > STALL:
            self._waited = 0.0
        elif used - self._used < IDLE * gap:
            self._waited += gap
        self._seen, self._used = now, used

    def rest(self) -> None:
        """Do not count what came since the last look, nor the waiting before it: others were to blame."""
        self._seen, self._used, self._waited = self._clock(), self._processor(), 0.0

    def exceeded(self, times: float = 1.0) -> str:
        """The limit that is exceeded, or exceeded so many times, in words; empty if none is."""
        if self._used - self._begun > times * self._seconds:
            return f"took more than {self._seconds:g} seconds of processor time"
        if self._waited > times * WAITS * self._seconds:
            return f"waited for more than {WAITS * self._seconds:g} seconds"
        return ""


def processor_time_of(thread: int) -> Callable[[], float]:
    """The clock of a running thread's processor time, by its `threading.get_ident`.

    On systems that do not count it for each thread (macOS, Windows), that of the whole process.
    """
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    number = time.pthread_getcpuclockid(thread)
    last = 0.0

    def used() -> float:
        nonlocal last
        with suppress(OSError):  # the thread may have ended meanwhile
            last = time.clock_gettime(number)
        return last

    return used
