"""Playing many matches concurrently."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from agonist.core import UsageError
from agonist.match.seated_players import LET_OTHERS

Job = TypeVar("Job")


class Executor(Protocol):
    """Plays jobs until none is left, or until one of them raises; `concurrency` at once."""

    concurrency: int

    async def each(
        self, next_job: Callable[[], Awaitable[Job | None]], play: Callable[[Job], Awaitable[None]]
    ) -> None:
        """Play every job until there is none; the first exception ends the rest and is raised."""


class LocalExecutor:
    """Plays all matches in one process, on one event loop, several at a time."""

    def __init__(self, concurrency: int) -> None:
        if concurrency < 1:
            raise UsageError(f"concurrency must be 1 or more, not {concurrency}")
        self.concurrency = concurrency

    async def each(
        self, next_job: Callable[[], Awaitable[Job | None]], play: Callable[[Job], Awaitable[None]]
    ) -> None:
        places = set[asyncio.Task[None]]()
        over = asyncio.get_running_loop().create_future()

        async def work() -> None:
            first, began = True, time.monotonic()
            while (job := await next_job()) is not None:
                if first and len(places) < self.concurrency:
                    begin()  # one by one, so that no more places wait than one
                first = False
                await play(job)
                if time.monotonic() - began > LET_OTHERS:
                    await asyncio.sleep(0)
                    began = time.monotonic()

        def begin() -> None:
            place = asyncio.create_task(work())
            places.add(place)
            place.add_done_callback(ended)

        def ended(place: asyncio.Task[None]) -> None:
            places.remove(place)
            error = None if place.cancelled() else place.exception()
            if over.done():
                return
            if place.cancelled():
                over.cancel()
            elif error is not None:
                over.set_exception(error)
            elif not places:
                over.set_result(None)

        begin()
        try:
            await over
        finally:
            left = list(places)
            for place in left:
                place.cancel()
            await asyncio.gather(*left, return_exceptions=True)
