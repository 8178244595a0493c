"""Limits on the requests to one endpoint: how many at once, and how many requests and tokens a minute.

The limit on concurrency adapts: it grows with each answer (by two until the first sign of congestion, then by
one a round) and is halved at each sign. Token buckets limit requests and tokens a minute if the user says so.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from agonist.core import UsageError
from agonist.models.current_waits import USUAL_SHOWN_AFTER_SECONDS, waiting

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

INITIAL_CONCURRENCY = 64
FIRST_GROWTH = 2
MAX_CONCURRENCY = 1000


Unit: TypeAlias = Literal["requests", "tokens"]


class Gate:
    """Limits how many requests run at once, first come, first served; the limit adapts from 1 to `cap`."""

    def __init__(self, cap: int = MAX_CONCURRENCY, start: int = INITIAL_CONCURRENCY) -> None:
        self.cap = cap
        self.limit = float(min(start, cap))
        self.inside = 0
        self.round = 0
        self._steady = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> int:
        """Wait until one more request may run; returns the number of the round, for `shrink`."""
        if self.inside < int(self.limit) and not self._waiting:
            self.inside += 1
            return self.round
        place = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        try:
            with waiting(
                f"a place among {self.inside:,} requests in flight", shown_after=USUAL_SHOWN_AFTER_SECONDS
            ):
                await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave()  # admitted and cancelled at the same time
            raise
        return self.round

    def leave(self) -> None:
        """The request has ended: admit the next."""
        self.inside -= 1
        self._admit()

    def grow(self) -> None:
        """After an answer: raise the limit if it was reached."""
        if self.inside >= int(self.limit):
            more = 1 / self.limit if self._steady else FIRST_GROWTH
            self.limit = min(float(self.cap), self.limit + more)
            self._admit()

    def resize(self, cap: int) -> None:
        """Let at most so many requests run at once from now on; 0 for none."""
        full, self.cap = self.limit >= self.cap, cap
        self.limit = float(cap) if full else min(self.limit, cap)
        self._admit()

    def shrink(self, entered: int) -> None:
        """After a sign of congestion: halve the limit, once for all requests of a round."""
        if entered == self.round:
            self.limit = min(float(self.cap), max(1.0, self.limit / 2))
            self.round += 1
            self._steady = True

    def _admit(self) -> None:
        while self._waiting and self.inside < int(self.limit):
            place = self._waiting.popleft()
            if not place.done():
                self.inside += 1
                place.set_result(None)


class Bucket:
    """A token bucket: `per_minute` units, at most those of a second at once; first come, first served.

    A request for more than the bucket holds is granted at once, and the next one waits for the rest. `why` is
    the reason that the run prints while it waits.
    """

    def __init__(
        self, per_minute: float, clock: Callable[[], float] = time.monotonic, *, why: str = ""
    ) -> None:
        self.rate = per_minute / 60
        self._why = why
        self._wanted = 0.0
        self.size = max(1.0, self.rate)
        self._level = self.size
        self._clock = clock
        self._filled = clock()
        self._turn = asyncio.Lock()

    async def take(self, amount: float) -> None:
        """Wait until there is enough, then take it."""
        missing = self._wanted + min(amount, self.size) - self._fill()
        self._wanted += amount
        try:
            with waiting(self._why, max(missing, 0.0) / self.rate):
                await self._take(amount)
        finally:
            self._wanted -= amount

    async def _take(self, amount: float) -> None:
        async with self._turn:
            missing = min(amount, self.size) - self._fill()
            if missing > 0:
                await asyncio.sleep(missing / self.rate)
                self._fill()
            self._level -= amount

    def correct(self, amount: float) -> None:
        """Correct a wrong estimate: take this much more, or give it back if negative."""
        self._level -= amount

    def _fill(self) -> float:
        now = self._clock()
        self._level = min(self.size, self._level + (now - self._filled) * self.rate)
        self._filled = now
        return self._level


@dataclass(slots=True)
class Slot:
    """One request's place within the limits, from entering to leaving; its outcome adapts them.

    Not a generator-based context manager, which would take longer than everything done here.
    """

    limits: Limits
    tokens: int
    entered: int = 0

    async def __aenter__(self) -> Slot:
        limits = self.limits
        if limits.requests is not None:
            await limits.requests.take(1)
        if limits.tokens is not None:
            await limits.tokens.take(self.tokens)
        self.entered = await limits.gate.enter()
        try:
            await limits.until_resumed()
        except BaseException:
            limits.gate.leave()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.limits.gate.leave()

    def answered(self, tokens: int) -> None:
        """The request was answered, with this many tokens in all."""
        self.limits.gate.grow()
        if self.limits.tokens is not None and tokens:
            self.limits.tokens.correct(tokens - self.tokens)

    def congested(self, pause: float = 0.0) -> None:
        """The endpoint is overloaded: send nothing more for `pause` seconds."""
        self.limits.gate.shrink(self.entered)
        self.limits.pause(pause)


class Limits:
    """The limits of one endpoint: concurrency, requests a minute, tokens a minute.

    `max_concurrency` is 1,000 where it is not given; `rpm` and `tpm` are off. `gate` is the kind of gate.
    Raises `UsageError` for a number that is not positive.
    """

    def __init__(
        self,
        max_concurrency: int | None = None,
        rpm: float | None = None,
        tpm: float | None = None,
        *,
        gate: Callable[[int], Gate] = Gate,
    ) -> None:
        for what, number in (("max_concurrency", max_concurrency), ("rpm", rpm), ("tpm", tpm)):
            if number is not None and not number > 0:
                raise UsageError(f"{what} must be more than 0, not {number}")
        self.gate = gate(MAX_CONCURRENCY if max_concurrency is None else max_concurrency)
        self.requests = None if rpm is None else self._bucket("requests", rpm)
        self.tokens = None if tpm is None else self._bucket("tokens", tpm)
        self._resume = 0.0

    def _bucket(self, unit: Unit, per_minute: float) -> Bucket:
        return Bucket(per_minute, why=why_waiting(unit, per_minute))

    def slot(self, tokens: int) -> Slot:
        """The slot of one request with an estimate of its tokens."""
        return Slot(self, tokens)

    async def until_resumed(self) -> None:
        """Wait until the pause is over."""
        wait = self._resume - time.monotonic()
        if wait > 0:
            with waiting("the endpoint has asked for a pause", wait):
                await asyncio.sleep(wait)
            await self.until_resumed()  # it may have been extended meanwhile

    def pause(self, seconds: float) -> None:
        """Send nothing more for this many seconds."""
        self._resume = max(self._resume, time.monotonic() + seconds)


def why_waiting(unit: Unit, per_minute: float) -> str:
    """What a run says while it waits for a limit a minute."""
    return f"the limit of {per_minute:g} {unit} a minute (--{unit[0]}pm)"
