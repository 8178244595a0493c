"""Plays ladders: plans matches, leases those that wait, plays several at once, and renews their leases.

Any number of workers may play the ladders of one database. When a worker is killed or suspended, its leases
expire and another worker continues its matches; the first can no longer write to them.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Final

from agonist.arena.ladders.leased_match_play import play_leased
from agonist.arena.ladders.planner import Planner
from agonist.core import AgonistError, UsageError
from agonist.players.http_agent.lease import leases as agents_held
from agonist.players.registry import PlayerRegistry
from agonist.store import Store
from agonist.store.engines.failure import StoreError
from agonist.store.platform.ladder_match_closing import close_matches
from agonist.store.platform.leases import SECONDS, Lease, release, renew, take
from agonist.store.platform.waiting_matches import Room, class_of

_LOG: Final = logging.getLogger(__name__)

GATHER_SECONDS: Final = 0.05
"""Seconds for which ended matches are collected, so that planning follows once for all of them."""

POLL_SECONDS: Final = 1.0
"""Seconds after which a worker checks the database again, if nothing wakes it before."""

FIRST_REOPEN_SECONDS: Final = 1.0
MOST_REOPEN_SECONDS: Final = 30.0
"""Seconds before a database that failed is opened again: the first time, and at most."""

GRACE_SECONDS: Final = 2.0
"""Seconds for open requests to be answered when a worker ends."""

MATCHES: Final = 4
"""How many matches a worker plays at once by default."""

WAITING: Final = 4
"""For each of them, how many matches of slow agents it plays, in each class of pace: these take hardly any
processor time.
"""

OWNERS: Final = 4
"""One owner may hold a place in so many of those of two classes."""


@dataclass(frozen=True, slots=True)
class _LeasedMatch:
    """A match that is being played; `began`: by the monotonic clock."""

    lease: Lease
    began: float

    @property
    def pace(self) -> int:
        """Its class: as expected, or as long as it has been waiting for an agent elsewhere."""
        waited = time.monotonic() - self.began if self.lease.remote else 0.0
        return class_of(max(self.lease.seconds, waited))


class Worker:
    """Plays ladders in one process. `seconds`: how long a lease lasts without renewal."""

    def __init__(
        self,
        store: Store,
        players: PlayerRegistry,
        *,
        matches: int = MATCHES,
        seconds: float = SECONDS,
        pause: float = POLL_SECONDS,
        grace: float = GRACE_SECONDS,
    ) -> None:
        if matches < 1:
            raise UsageError(f"a worker plays 1 match at once or more, not {matches}")
        self._store, self._players = store, players
        self._matches, self._seconds, self._pause, self._grace = matches, seconds, pause, grace
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"
        self._planner = Planner(store)
        self._playing: dict[int, _LeasedMatch] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._awake = asyncio.Event()
        self._failed: StoreError | None = None

    @property
    def playing(self) -> int:
        """The number of matches that it is playing."""
        return len(self._playing)

    def wake(self) -> None:
        """Check at once whether there is anything to play."""
        self._awake.set()

    async def work(self) -> None:
        """Play until cancelled; other workers can then continue the unfinished matches.

        Raises `StoreError` when the database fails.
        """
        agents_held().per_match = True
        holding = asyncio.create_task(self._hold())
        try:
            while self._failed is None:
                if self._awake.is_set():
                    await asyncio.sleep(GATHER_SECONDS)
                self._awake.clear()
                room = self._room()
                if room.is_full or not await self._begin(room):
                    await self._rest()
            raise self._failed
        except StoreError as error:
            self._failed = error
            raise
        finally:
            holding.cancel()
            await self._leave()
            await asyncio.gather(holding, return_exceptions=True)

    def _room(self) -> Room:
        share = max(self._matches * (1 + WAITING) // OWNERS, 1)
        held = Counter(match.pace for match in self._playing.values())
        return Room(self._matches, self._matches * WAITING, share, held)

    async def _begin(self, room: Room) -> int:
        """Begin as many waiting matches as there is room for; returns how many."""
        await asyncio.to_thread(close_matches, self._store)
        try:
            await asyncio.to_thread(self._planner.plan, room)
        except StoreError:
            raise
        except AgonistError as error:
            _LOG.warning("no matches were planned: %s", error)
        taken = await asyncio.to_thread(take, self._store, self.name, room, seconds=self._seconds)
        for lease in taken:
            match = self._playing[lease.match] = _LeasedMatch(lease, time.monotonic())
            self._tasks[lease.match] = asyncio.create_task(self._play(match))
        return len(taken)

    async def _play(self, match: _LeasedMatch) -> None:
        try:
            await play_leased(self._store, match.lease, self._players)
        except StoreError as error:
            self._failed = error
        finally:
            del self._playing[match.lease.match], self._tasks[match.lease.match]
            self.wake()

    async def _rest(self) -> None:
        # Not `wait_for`: before Python 3.12 it loses a cancellation that arrives together with the event.
        with suppress(TimeoutError):
            async with asyncio.timeout(self._pause):
                await self._awake.wait()

    async def _hold(self) -> None:
        """Renew the leases, and stop matches whose lease is lost."""
        while True:
            await asyncio.sleep(self._seconds / 3)
            held = [match.lease for match in self._playing.values()]
            try:
                renewed = await asyncio.to_thread(renew, self._store, self.name, held, seconds=self._seconds)
            except StoreError as error:
                self._failed = error
                self.wake()
                return
            for lease in held:
                if lease.match not in renewed and lease.match in self._playing:
                    _LOG.info("match %s was taken over by another process", lease.match)
                    self._tasks[lease.match].cancel()

    async def _leave(self) -> None:
        """Stop playing, store what was played, and release the leases at once."""
        left, tasks = list(self._playing.values()), list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._players.under_way.drained(), self._grace)
        if self._failed is None:
            await asyncio.to_thread(self._store.flush)
            await asyncio.to_thread(release, self._store, [match.lease for match in left])


async def play_ladders(
    database: str,
    players: PlayerRegistry,
    *,
    ready: Callable[[Worker], None] = lambda _: None,
    **settings: Any,
) -> None:
    """Have a worker play until cancelled; when the database fails, begin again as soon as it is back.

    `ready` is called with each worker that begins; `settings` is as in `Worker`.
    """
    pause = FIRST_REOPEN_SECONDS
    while True:
        try:
            store = await asyncio.to_thread(Store.open, database, must_exist=True)
            with closing_quietly(store):
                pause = FIRST_REOPEN_SECONDS
                worker = Worker(store, players, **settings)
                ready(worker)
                await worker.work()
        except StoreError as error:
            _LOG.warning("ladders are not played for %g s: %s", pause, error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, MOST_REOPEN_SECONDS)


@contextmanager
def closing_quietly(store: Store) -> Iterator[None]:
    """Close a store, ignoring errors, since they were reported before."""
    try:
        yield
    finally:
        with suppress(StoreError):
            store.close()
