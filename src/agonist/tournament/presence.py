"""This process among those that play a run: it says that it lives, and they share their limits.

Every few seconds it tells the database what it has spent, whom it has set aside, and for how long an endpoint
wants no requests; and it hears the same of the others. A process that plays alone only tells.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING, Any, Final

from agonist.models.amounts_spent import Spending
from agonist.models.budget_among_processes import BudgetLimits
from agonist.models.budget_share import BudgetShare, Draw
from agonist.models.limits import Unit
from agonist.models.shared_limits import SHARING, SharedLimits
from agonist.store.engines.failure import StoreError
from agonist.store.runs.run_workers import Workers
from agonist.tournament.players_set_aside import SetAside, SetAsideElsewhere

if TYPE_CHECKING:
    from agonist.models.budget import Budget
    from agonist.store import Store
    from agonist.tournament.progress import Progress

BEAT_SECONDS: Final = 1.0
"""Seconds between two beats of a process that shares."""

WORKERS_A_SECOND: Final = 50
"""With more processes than this, each beats less often, so that all together read no more."""

ALONE_SECONDS: Final = 2.0
"""The same for one that plays alone."""

SURE: Final = 0.9
"""The share of its lease for which a process uses what it holds: later others may take it for dead."""

LEAST_SECONDS: Final = 0.1
"""Seconds between two beats at least, whatever there is to tell."""


def worker_name() -> str:
    """A new name for this process as a worker: machine, process, and chance."""
    return f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"


class Presence:
    """This process as one that plays a run, from `join` to `leave`.

    `alone`: nothing is shared, and a run that ends at once and asks no model leaves no trace. `worker`: the
    name under which this process has joined the run already, and which it gives up by itself. `on_failure` is
    called when the database fails, or others have begun the run anew since this one seemed dead.
    """

    def __init__(
        self,
        store: Store,
        run: str,
        progress: Progress,
        set_aside: SetAside,
        budget: Budget | None = None,
        *,
        alone: bool = False,
        worker: str = "",
        on_failure: Callable[[StoreError], None] = lambda _error: None,
    ) -> None:
        # SQLAlchemy is slow to import, and is there if a store is open for writing.
        from agonist.store.runs import shared_limits

        self._shared = shared_limits
        self._store, self._run, self._number = store, run, 0
        self._progress, self._set_aside, self._budget = progress, set_aside, budget
        self._alone, self.name, self._on_failure = alone, worker or worker_name(), on_failure
        self._joins = not worker
        self._share: BudgetShare | None = None
        self._limits: dict[str, list[SharedLimits]] = {}
        self._pauses: dict[str, float] = {}
        """Until when endpoints have asked this process for a pause, by its own clock."""
        self._known: Mapping[str, Mapping[str, tuple[int, int]]] = {}
        """Answers that other processes had counted when this one joined, and which are stored."""
        self._joined = False
        self._told_before = Spending()
        self._database_ahead = 0.0
        """Of the monotonic clock here, in seconds."""
        self._beating: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self.workers: Workers | None = None
        """All workers, as last heard."""

    async def join(self) -> None:
        """Begin to be present. Call it after players' earlier answers are recalled (`SetAside.recall`)."""
        if not self._alone:
            await self._join()
            if self._budget is not None:
                self._budget.share = self._share = BudgetShare(self._budget, self)
                await self._beat()
            SHARING.set(self)
        self._beating = asyncio.create_task(self._beats())

    def begin_anew(self, worker: str) -> None:
        """Go on under another name, since others have taken over; what it has told before stays."""
        self.name = worker
        self._told_before = self._progress.spent - self._progress.already
        if self._share is not None:
            self._share.begin_anew()
        if self._beating is not None and self._beating.done():
            self._beating = asyncio.create_task(self._beats())

    async def leave(self) -> None:
        """Say that this process plays no more. Nothing may be in flight."""
        if self._beating is not None:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating
        SHARING.set(None)
        if self._joined or self._progress.by_player():
            with suppress(StoreError):
                await self._join()
                await self._beat(ended=self._joins)
        if self._budget is not None:
            self._budget.share = None

    # What endpoints' limits ask (see `Sharing`)

    async def take_rate(self, endpoint: str, unit: Unit, rate: float, amount: float) -> float:
        """Take from the bucket of all."""
        take_rate, number = self._shared.take_rate, self._number
        return float(
            await self._changed(
                lambda connection: take_rate(connection, number, endpoint, unit, rate, amount)
            )
        )

    def add_limits(self, endpoint: str, limits: SharedLimits) -> None:
        """Tell these limits what is heard of this endpoint from now on."""
        self._limits.setdefault(endpoint, []).append(limits)
        if self.workers is not None:
            self._tell_limits(self.workers)

    def tell_pause(self, endpoint: str, seconds: float) -> None:
        """Tell the others, soon, that the endpoint has asked for a pause."""
        self._pauses[endpoint] = max(self._pauses.get(endpoint, 0.0), time.monotonic() + seconds)
        self._news.set()

    # What a budget asks (see `Purse`)

    async def draw(
        self, limits: BudgetLimits, used: Spending, in_flight: Spending, call: Spending, calls: int
    ) -> Draw:
        """Say what was used, and ask for one call or several."""
        reserve, number, name, began = self._shared.reserve, self._number, self.name, time.monotonic()
        got = await self._changed(
            lambda connection: reserve(connection, number, name, limits, used, in_flight, call, calls=calls)
        )
        return self._drawn(got.held, got.workers, began)

    def _drawn(self, held: Spending | None, workers: Workers, began: float) -> Draw:
        others_wait = any(row.waits for row in workers.alive if row.name != self.name)
        lives = next((row.until - workers.now for row in workers.alive if row.name == self.name), 0.0)
        until = began + SURE * lives
        return Draw(held, workers.spent, max(1, len(workers.alive)), until, others_wait)

    # Beats

    async def _beats(self) -> None:
        try:
            while True:
                pause = ALONE_SECONDS if self._alone else BEAT_SECONDS
                if self.workers is not None:
                    pause = max(pause, len(self.workers.alive) / WORKERS_A_SECOND)
                await asyncio.sleep(LEAST_SECONDS)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), pause - LEAST_SECONDS)
                self._news.clear()
                await self._join()
                await self._beat()
        except StoreError as error:
            self._on_failure(error)

    async def _join(self) -> None:
        if self._joined:
            return
        spent = self._progress.already if self._joins else None
        self._number, workers = await asyncio.to_thread(
            self._shared.join_run, self._store, self._run, self.name, spent
        )
        self._joined = True
        self._database_ahead = workers.now - time.monotonic()
        self._known = {row.name: _counts(row.news) for row in workers.rows}
        if not self._alone:  # so that its first requests keep a pause, too
            self._hear(workers)

    async def _beat(self, *, ended: bool = False) -> None:
        beat, number, name, news = self._shared.beat, self._number, self.name, self._told()
        share = self._share
        async with AsyncExitStack() as stack:
            if share is not None:
                await stack.enter_async_context(share.telling)
            used = share.used if share is not None else self._used()
            held = Spending() if share is None or ended else share.keep()
            in_flight = Spending() if self._budget is None else self._budget.held
            began = time.monotonic()
            workers = await self._changed(
                lambda connection: beat(connection, number, name, used, held, news=news, ended=ended)
            )
            if share is not None:
                drawn = self._drawn(held, workers, began)
                share.hear(drawn, used, in_flight)
                if drawn.others_wait and held != in_flight:
                    self._news.set()
        if not self._alone:
            self._hear(workers)

    def _used(self) -> Spending:
        return self._progress.spent - self._progress.already - self._told_before

    def _told(self) -> dict[str, Any]:
        """What this process tells the others."""
        now, ahead = time.monotonic(), self._database_ahead
        pauses = {endpoint: until + ahead for endpoint, until in self._pauses.items() if until > now}
        prompts = {
            player: [each.prompt_estimate, each.repeated]
            for player, each in self._progress.by_player().items()
            if each.prompt_estimate
        }
        aside = {
            player: [str(error), getattr(error, "option", "")]
            for player, error in self._set_aside.errors.items()
            if not isinstance(error, SetAsideElsewhere)
        }
        told = {"prompts": prompts, "aside": aside, "pauses": pauses, "answers": self._set_aside.counts}
        return {key: value for key, value in told.items() if value}

    def _hear(self, workers: Workers) -> None:
        self.workers = workers
        self._tell_limits(workers)
        answers: dict[str, tuple[int, int]] = {}
        for row in workers.rows:
            if row.name == self.name:
                continue
            for player, (valid, invalid) in _counts(row.news).items():
                before = answers.get(player, (0, 0))
                known = self._known.get(row.name, {}).get(player, (0, 0))
                answers[player] = (before[0] + valid - known[0], before[1] + invalid - known[1])
            for player, (why, option) in row.news.get("aside", {}).items():
                self._set_aside.add(player, SetAsideElsewhere(why, option))
        self._set_aside.hear(answers)

    def _tell_limits(self, workers: Workers) -> None:
        # One that joined brings requests at once of its own; the others divide theirs.
        names = sorted(row.name for row in workers.alive if not row.joined)
        for each in (limits for known in self._limits.values() for limits in known):
            if self.name in names:
                each.part_of(names.index(self.name), len(names))
        for row in workers.alive:
            for endpoint, until in row.news.get("pauses", {}).items():
                for limits in self._limits.get(endpoint, ()):
                    limits.hear_pause(until - workers.now)

    async def _changed(self, change: Callable[[Any], Any]) -> Any:
        return await asyncio.to_thread(self._store.change, change)


def _counts(news: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    return {player: (valid, invalid) for player, (valid, invalid) in news.get("answers", {}).items()}
