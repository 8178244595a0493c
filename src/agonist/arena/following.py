"""New steps of matches, as soon as they are in the database, for whoever follows them.

Nothing is announced that is not written: one task a match looks at the database, for all its
followers, whatever process plays it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from agonist.arena.audience import OVER

Progress: TypeAlias = tuple[str, int]
"""The status of a match and how many steps it has."""

PAUSE: Final = 0.3
"""Seconds between two looks."""

PING: Final = 15.0
"""Seconds after which a follower hears that nothing has happened."""


@dataclass
class _Watch:
    """A match that is followed."""

    now: Progress | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    followers: int = 0
    task: asyncio.Task[None] | None = None


class Following:
    """All matches that are followed at this moment; `progress` reads how far one is, and may block."""

    def __init__(
        self, progress: Callable[[int], Progress], *, pause: float = PAUSE, ping: float = PING
    ) -> None:
        self._progress, self._pause, self._ping = progress, pause, ping
        self._watches: dict[int, _Watch] = {}

    @property
    def followers(self) -> int:
        """How many follow any match."""
        return sum(watch.followers for watch in self._watches.values())

    async def changes(self, match: int, after: int) -> AsyncIterator[Progress | None]:
        """How far the match is, whenever that changes from so many steps on, until it is over.

        `None` where nothing has happened for a while. Whoever was away gets the state as it is, once.
        """
        watch = self._watches.setdefault(match, _Watch())
        watch.followers += 1
        if watch.task is None:
            watch.task = asyncio.create_task(self._look(match, watch))
        seen: Progress | None = None
        try:
            while True:
                changed, now = watch.changed, watch.now
                if now is not None and now != seen:
                    if seen is not None or now[1] > after or now[0] in OVER:
                        yield now
                    seen = now
                    if now[0] in OVER or not now[0]:
                        return
                    continue
                try:
                    await asyncio.wait_for(changed.wait(), self._ping)
                except TimeoutError:
                    yield None
        finally:
            watch.followers -= 1
            if not watch.followers:
                self._watches.pop(match, None)
                watch.task.cancel()

    async def _look(self, match: int, watch: _Watch) -> None:
        while True:
            now = await asyncio.to_thread(self._progress, match)
            if now != watch.now:
                watch.now = now
                watch.changed.set()
                watch.changed = asyncio.Event()
            await asyncio.sleep(self._pause)
