"""Limits of dollars, tokens and requests, over everything that is played in a run."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from dataclasses import fields
from math import inf
from typing import TYPE_CHECKING, Final, NoReturn, Protocol

from agonist.core import UsageError
from agonist.models.amounts_spent import Spending
from agonist.models.current_waits import waiting
from agonist.models.errors import BudgetSpent

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


WAIT_SHOWN_AFTER_SECONDS: Final = 5.0
"""Shorter waits for calls in flight, in seconds, are not shown."""


class Share(Protocol):
    """The part of a process in a budget that others spend too."""

    used: Spending
    """What this process has spent since it joined the others."""
    processes: int
    """How many spend the budget, this one included."""

    async def admit(self, estimate: Spending) -> None:
        """Wait until one more call may start. Raises `BudgetSpent` if nothing is left."""

    async def permit(self) -> None:
        """Wait until a request may be sent that no call has reserved. Raises `BudgetSpent`."""


class Hold:
    """The amount reserved for one call until `settle` replaces it by what the call used."""

    def __init__(self, budget: Budget, estimate: Spending) -> None:
        self._budget = budget
        self.reserved = estimate
        self.sent = 0
        self.taken = Spending()

    def send(self) -> None:
        """Count one request of the call, retries included, just before it is sent.

        Raises `BudgetSpent`, and the request must not be sent, if a limit is reached.
        """
        self._budget.count(self)

    async def permit(self) -> None:
        """Wait until a request beyond the one that was reserved may be sent. Raises `BudgetSpent`."""
        if self._budget.share is not None:
            await self._budget.share.permit()

    def settle(self, taken: Spending) -> None:
        """Replace the reservation by what the call used, requests that `send` counted included."""
        self.taken = taken


class Budget:
    """Limits on spending; `None` is no limit. `already` is what earlier parts of the run have spent.

    A call may start when what is spent, what is reserved for calls in flight, and the most that the call
    itself may use stay within the limits. Otherwise it waits until no call is in flight, and starts if
    anything is left to spend. So the whole budget is used, and a limit of dollars or tokens is exceeded by
    one call at most, apart from calls that use more than was reserved for them. Requests are counted as they
    are sent, retries included, so their limit is never exceeded. Once a limit is reached, every further
    request raises `BudgetSpent`.

    Raises `UsageError` for a negative limit.
    """

    def __init__(
        self,
        usd: float | None = None,
        tokens: int | None = None,
        requests: int | None = None,
        *,
        already: Spending | None = None,
    ) -> None:
        for what, limit in (("dollars", usd), ("tokens", tokens), ("requests", requests)):
            if limit is not None and not 0 <= limit < inf:
                raise UsageError(f"a budget of {limit} {what} is not possible: give a number from 0 up")
        self.usd = usd
        self.tokens = tokens
        self.requests = requests
        self.spent = already or Spending()
        self.share: Share | None = None
        """The part of this process, if others spend the same budget."""
        self._held = Spending()
        self._under_way = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def held(self) -> Spending:
        """What is reserved for the calls in flight."""
        return self._held

    @asynccontextmanager
    async def hold(self, estimate: Spending) -> AsyncIterator[Hold]:
        """Reserve an estimate for one call, waiting if need be. Raises `BudgetSpent` if nothing is left."""
        if self.share is not None:
            await self.share.admit(estimate)
        else:
            await self._admit(estimate)
        held = Hold(self, estimate)
        self._held += estimate
        self._under_way += 1
        self._wake()
        try:
            yield held
        finally:
            self._under_way -= 1
            # Sums of floats drift: with no call in flight, the reserved sum is exactly 0.
            self._held = self._held - held.reserved if self._under_way else Spending()
            # A model that is not ours may not say when it sends.
            uncounted = max(held.taken.requests - held.sent, 0)
            self._spend(Spending(held.taken.usd, held.taken.tokens, uncounted))
            self._wake()

    async def _admit(self, estimate: Spending) -> None:
        woken = False
        while self._under_way and self._passed(self.spent + self._held + estimate, over=True):
            await self._change(first=woken)
            woken = True
        try:
            self.check()
        except BudgetSpent:
            self._wake()
            raise

    def _spend(self, more: Spending) -> None:
        self.spent += more
        if self.share is not None:
            self.share.used += more

    def count(self, held: Hold) -> None:
        """Count a request that is about to be sent. Raises `BudgetSpent` if a limit is reached."""
        self.check()
        one = Spending(requests=1)
        self._spend(one)
        held.sent += 1
        if held.reserved.requests:
            held.reserved -= one
            self._held -= one

    def check(self) -> None:
        """Raise `BudgetSpent` if a limit is reached."""
        reached = self._passed(self.spent, over=False)
        if reached is not None:
            self.refuse(reached)

    def refuse(self, limit: str = "") -> NoReturn:
        """Raise `BudgetSpent`, for the limit that is reached; without one, since the rest is reserved."""
        spent = f"${self.spent.usd:.4f}, {self.spent.tokens:,} tokens, {self.spent.requests:,} requests"
        what = f"the budget of {limit} is spent" if limit else "all that is left of the budget is in use"
        raise BudgetSpent(f"{what}: {spent}; give a larger one and resume", self._larger())

    def _larger(self) -> str:
        """The first limit that is reached, twice as large, as an option."""
        for field in fields(Spending):
            limit, value = getattr(self, field.name), getattr(self.spent, field.name)
            if limit is not None and value >= limit:
                return (
                    f"--budget-{field.name} {2 * max(limit, value):.3g}"
                    if field.name == "usd"
                    else (f"--budget-{field.name} {2 * max(limit, value)}")
                )
        return ""

    def exceeded_by(self, more: Spending) -> bool:
        """Whether a limit is exceeded if this is spent too, and as much by each other process."""
        processes = 1 if self.share is None else self.share.processes
        return self._passed(self.spent + more.times(processes), over=True) is not None

    def _passed(self, total: Spending, *, over: bool) -> str | None:
        """The first limit that the total reaches or, with `over`, exceeds."""
        for field in fields(Spending):
            limit, value = getattr(self, field.name), getattr(total, field.name)
            if limit is not None and (value > limit or (value == limit and not over)):
                return f"${limit:g}" if field.name == "usd" else f"{limit:,} {field.name}"
        return None

    async def _change(self, *, first: bool) -> None:
        change = asyncio.get_running_loop().create_future()
        if first:
            self._waiting.appendleft(change)
        else:
            self._waiting.append(change)
        try:
            with waiting(
                "calls in flight, since the budget may not last for more",
                shown_after=WAIT_SHOWN_AFTER_SECONDS,
            ):
                await change
        except asyncio.CancelledError:
            if change in self._waiting:
                self._waiting.remove(change)
            else:
                self._wake()  # its place in the queue goes to the next
            raise

    def _wake(self) -> None:
        """Wake the first in the queue to check again; once it starts, it wakes the next."""
        while self._waiting:
            change = self._waiting.popleft()
            if not change.done():
                change.set_result(None)
                return
