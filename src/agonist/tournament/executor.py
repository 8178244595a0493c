"""Playing many matches concurrently."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Protocol, TypeVar

from agonist.core import UsageError

Job = TypeVar("Job")


class Executor(Protocol):
    """Plays jobs until none is left, or until one of them raises."""

    async def each(self, jobs: Iterable[Job], play: Callable[[Job], Awaitable[None]]) -> None:
        """Play every job; the first exception ends the rest and is raised."""


class LocalExecutor:
    """Plays all matches in one process, on one event loop, several at a time."""

    def __init__(self, concurrency: int) -> None:
        if concurrency < 1:
            raise UsageError(f"concurrency must be 1 or more, not {concurrency}")
        self._concurrency = concurrency

    async def each(self, jobs: Iterable[Job], play: Callable[[Job], Awaitable[None]]) -> None:
        jobs = list(jobs)
        waiting = iter(jobs)

        async def work() -> None:
            # Workers share one iterator: each takes the next job when it is free.
            for job in waiting:
                await play(job)
                await asyncio.sleep(0)

        workers = [asyncio.create_task(work()) for _ in range(min(self._concurrency, len(jobs)))]
        try:
            await asyncio.gather(*workers)
        finally:
            for worker in workers:
                worker.cancel()
            await asyncio.gather(*workers, return_exceptions=True)
