"""The matches of a run that this process plays: taken in batches, held by a lease, and left to others."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from agonist.store import StoreError
from agonist.store.engines.failure import LeaseLost
from agonist.tournament.presence import worker_name

if TYPE_CHECKING:
    from agonist.models.amounts_spent import Spending
    from agonist.store import Store, StoredMatch
    from agonist.store.runs.match_claims import Role, WorkerLease

AHEAD: Final = 0.5
"""Seconds of play for which matches are taken ahead."""

MOST: Final = 2_000
"""Matches that are taken at once, at most."""

WAIT: Final = 0.3
"""Seconds between two questions whether others have left a match."""


class Claimed(NamedTuple):
    """A match that this process plays, and the store under the lease that it is written with."""

    match: StoredMatch
    store: Store


class Claims:
    """This process as a worker of a run, from `join` to `leave`.

    At first it takes `at_once` matches, later as many as it plays in half a second, and of few only its
    share `among` so many workers. `on_begun` gets the worker's name. The lease is renewed by a thread, since
    a player that thinks for long blocks the event loop. `on_lost` is called in the loop when others have
    taken over: what is being played must stop, and the worker begins anew. `on_stop` is called when the run
    has been stopped elsewhere, with its status, or when the database has failed, with the error.
    """

    def __init__(
        self,
        store: Store,
        run: str,
        at_once: int,
        role: Role = "leads",
        *,
        on_begun: Callable[[str], Awaitable[None]],
        on_lost: Callable[[], None],
        on_stop: Callable[[str | StoreError], None],
        seconds: float | None = None,
        among: int = 1,
    ) -> None:
        from agonist.store.runs import match_claims
        from agonist.store.runs.run_workers import ALIVE_SECONDS

        self._database = match_claims
        self._store, self._run, self._role = store, run, role
        self._writing = store
        self._on_begun, self._on_lost, self._on_stop = on_begun, on_lost, on_stop
        self._among = among
        self.leads = role in ("leads", "inherits")
        """Whether this process writes how the run ended."""
        self._seconds = ALIVE_SECONDS if seconds is None else seconds
        self._lease: WorkerLease | None = None
        self._ready: deque[Claimed] = deque()
        self._turn = asyncio.Lock()
        self._first, self._wanted, self._batch = at_once, 0, 0
        self._taken_at = 0.0
        self._over = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._thread = threading.Thread(target=self._hold, name="agonist lease", daemon=True)
        self._lost = False
        self._all_taken = False
        """Whether nothing is left to take, and nobody else holds anything that might be left."""
        self._closed = False

    @property
    def name(self) -> str:
        """The worker's name; it has another one when it begins anew."""
        return "" if self._lease is None else self._lease.worker

    async def join(self, spent: Spending | None = None) -> None:
        """Become a worker; `spent`: what the run has used before, if that was counted."""
        await self._join(self._role, spent)
        self._thread.start()

    async def _join(self, role: Role, spent: Spending | None = None) -> None:
        name, seconds = worker_name(), self._seconds
        self._lease = await asyncio.to_thread(
            self._database.join, self._store, self._run, name, role, seconds=seconds, spent=spent
        )
        self._writing = self._store.under(self._lease)
        self._lost = self._all_taken = False
        await self._on_begun(name)

    def look_again(self) -> None:
        """Matches were added to the run."""
        self._all_taken = False

    async def next(self) -> Claimed | None:
        """A match to play; `None` when none is left, and nobody else plays one that might be."""
        self._wanted += 1
        try:
            while not self._ready:
                async with self._turn:
                    if not (self._ready or await self._fill()):
                        return None
            return self._ready.popleft()
        finally:
            self._wanted -= 1

    async def _fill(self) -> bool:
        """Take matches, and wait for some while others play; whether there are any."""
        if self._lease is not None and self._store.has_lost(self._lease):
            self._take_over()  # a match has heard it from a write, before the lease was to be renewed
        while not (self._closed or self._all_taken):
            try:
                if self._lost and not await self._begin_anew():
                    return False
                assert self._lease is not None
                now = time.monotonic()
                ahead = int(AHEAD * self._batch / max(now - self._taken_at, 0.001))
                many = min(self._wanted + ahead if self._batch else self._first, MOST)
                taken = await asyncio.to_thread(
                    self._database.take, self._store, self._lease, many, among=self._among
                )
            except LeaseLost:
                self._take_over()
                continue
            if taken and not self._closed:
                self._batch, self._taken_at = len(taken), now
                self._ready += [Claimed(match, self._writing) for match in taken]
                return True
            if await self._is_over():
                self._all_taken = True  # asked once, and not again for each match that ends from now on
                return False
            await asyncio.sleep(WAIT)
        return False

    async def _is_over(self) -> bool:
        """Whether nothing is left that this process might still play."""
        assert self._lease is not None
        if self._role == "helps":
            return False  # until who leads says so: matches may be added
        if await asyncio.to_thread(self._database.may_follow, self._store, self._lease):
            return False
        if self.leads or not await asyncio.to_thread(self._store.is_claimed, self._run):
            return True
        status = await asyncio.to_thread(self._database.go_on, self._store, self._lease)
        if status != "running":
            self._on_stop(status)
        return status != "running"

    async def _begin_anew(self) -> bool:
        """Become a worker again, unless the others have ended the run."""
        status = (await asyncio.to_thread(self._store.run, self._run)).status
        if status != "running":
            self._on_stop(status)
            return False
        await self._join("joined" if self._role == "joined" else "helps")  # its helpers go on
        return True

    def close(self) -> None:
        """Take nothing more."""
        self._closed = True
        self._ready.clear()

    def free(self, worker: str) -> None:
        """Let others play what another worker had, whose process has died."""
        if self._lease is not None:
            self._database.end_worker(self._store, replace(self._lease, worker=worker), died=True)

    def abandon(self) -> None:
        """Stop renewing the lease."""
        self.close()
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def leave(self) -> None:
        """Give back what is not at its end, so that others may play it at once.

        What was written under the lease must be on disk.
        """
        self.abandon()
        if self._lease is not None:
            self._database.end_worker(self._store, self._lease)

    def _take_over(self) -> None:
        """Others play what this process had: begin anew."""
        if not self._lost:
            self._lost, self._all_taken = True, False
            self._ready.clear()
            self._on_lost()

    def _hold(self) -> None:
        while not self._over.wait(self._seconds / 3):
            if self._lost or self._lease is None:
                continue
            try:
                status = self._database.go_on(self._store, self._lease)
                if status == "running":
                    continue
                found: str | StoreError = status
            except LeaseLost:
                self._tell(self._take_over)
                continue
            except StoreError as error:
                found = error
            self._tell(lambda found=found: self._on_stop(found))  # type: ignore[misc]
            return

    def _tell(self, what: Callable[[], None]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(what)
