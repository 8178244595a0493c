"""Limits of one endpoint that several processes keep together."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, Protocol

from agonist.core import AgonistError
from agonist.models.current_waits import waiting
from agonist.models.limits import MAX_CONCURRENCY, Bucket, Gate, Limits, Unit, why_waiting

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ASK_SECONDS: Final = 0.05
"""Seconds between two questions of a process for more of a bucket that it shares."""


class Sharing(Protocol):
    """What processes that play together tell each other about endpoints."""

    async def take_rate(self, endpoint: str, unit: Unit, rate: float, amount: float) -> float:
        """Take from the bucket of all, which fills by `rate` a second; see `SharedBucket`."""

    def add_limits(self, endpoint: str, limits: SharedLimits) -> None:
        """Say what others tell of this endpoint to these limits from now on."""

    def tell_pause(self, endpoint: str, seconds: float) -> None:
        """Tell the others that the endpoint has asked for a pause."""


SHARING: Final[ContextVar[Sharing | None]] = ContextVar("sharing", default=None)
"""With whom the requests of the running task share their limits; `None` for nobody."""


class SharedBucket(Bucket):
    """A token bucket that several processes empty; `take_rate` takes an amount from it for all.

    It returns for how many seconds what was taken before still fills it up. So a process knows when each of
    its requests may go, and asks once for all that wait, for those of the next second at most: this is first
    come, first served among processes, and none is given what it does not use.
    """

    def __init__(
        self, per_minute: float, take_rate: Callable[[float, float], Awaitable[float]], *, why: str = ""
    ) -> None:
        super().__init__(per_minute, why=why)
        self._take_rate = take_rate
        self._correction = 0.0
        self._waiting: deque[tuple[float, asyncio.Future[float]]] = deque()
        self._asking: asyncio.Task[None] | None = None

    async def take(self, amount: float) -> None:
        """Wait until there is enough for all who came before and for this, then take it."""
        turn: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        self._waiting.append((amount, turn))
        if self._asking is None:
            self._asking = asyncio.create_task(self._ask())
        with waiting(self._why):
            due = await turn
        wait = due - time.monotonic()
        if wait > 0:
            with waiting(self._why, wait):
                await asyncio.sleep(wait)

    def correct(self, amount: float) -> None:
        """Correct a wrong estimate: take this much more, or give it back if negative."""
        self._correction += amount

    async def _ask(self) -> None:
        """Ask for those that wait, until none does."""
        try:
            while self._waiting:
                some: list[tuple[float, asyncio.Future[float]]] = []
                total = 0.0
                while self._waiting and (not some or total + self._waiting[0][0] <= self.size):
                    amount, turn = self._waiting.popleft()
                    if not turn.done():  # else it was cancelled
                        some.append((amount, turn))
                        total += amount
                correction, self._correction = self._correction, 0.0
                try:
                    full = await self._take_rate(self.rate, total + correction) + correction / self.rate
                except AgonistError as error:
                    for _, turn in (*some, *self._waiting):
                        if not turn.done():
                            turn.set_exception(error)
                    self._waiting.clear()
                    return
                due = time.monotonic() + full  # counted from the answer: what was taken came before it
                for amount, turn in some:
                    if not turn.done():
                        turn.set_result(due - (self.size - min(amount, self.size)) / self.rate)
                    due += amount / self.rate
                # The next second's begins when this one's is over: so others come in between.
                await asyncio.sleep(max(ASK_SECONDS, due - self.size / self.rate - time.monotonic()))
        finally:
            self._asking = None


class SharedLimits(Limits):
    """The part of this process in the limits of an endpoint.

    Rates are taken from buckets of all, pauses hold for all, and of the requests at once it has a part.
    """

    def __init__(
        self,
        sharing: Sharing,
        endpoint: str,
        max_concurrency: int | None = None,
        rpm: float | None = None,
        tpm: float | None = None,
        *,
        gate: Callable[[int], Gate] = Gate,
    ) -> None:
        self._sharing, self._endpoint = sharing, endpoint
        super().__init__(max_concurrency, rpm, tpm, gate=gate)
        self.cap = MAX_CONCURRENCY if max_concurrency is None else max_concurrency
        """How many requests all processes may have in flight."""
        sharing.add_limits(endpoint, self)

    def _bucket(self, unit: Unit, per_minute: float) -> Bucket:
        def take(rate: float, amount: float) -> Awaitable[float]:
            return self._sharing.take_rate(self._endpoint, unit, rate, amount)

        return SharedBucket(per_minute, take, why=why_waiting(unit, per_minute))

    def pause(self, seconds: float) -> None:
        """Send nothing more for this many seconds, and tell the others."""
        super().pause(seconds)
        if seconds:
            self._sharing.tell_pause(self._endpoint, seconds)

    def part_of(self, worker: int, workers: int) -> None:
        """Take the part of this worker, from 0, of so many: all parts add up to the limit, some may be 0."""
        part = self.cap // workers + (worker < self.cap % workers)
        if part != self.gate.cap:
            self.gate.resize(part)

    def hear_pause(self, seconds: float) -> None:
        """Send nothing more for this many seconds, as another process says."""
        super().pause(seconds)
