"""The part of a run's budget that one of several processes may spend.

It is drawn from what all share in small batches, so that most calls need no question. What a process has
drawn and does not need it gives back: half of it at each beat, all of it when another one waits.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from agonist.models.amounts_spent import Spending
from agonist.models.budget import WAIT_SHOWN_AFTER_SECONDS
from agonist.models.budget_among_processes import BudgetLimits
from agonist.models.current_waits import waiting

if TYPE_CHECKING:
    from collections.abc import Callable

    from agonist.models.budget import Budget

WAIT_SECONDS: Final = 0.25
"""Seconds between two questions of a process that waits until others need less."""

MOST_CALLS: Final = 64
"""Calls for which a process draws at once, at most."""

SOON_SECONDS: Final = 1.0
"""A process that draws again within this time draws for twice as many calls."""


@dataclass(frozen=True, slots=True)
class Draw:
    """What a process is told when it says what it has used.

    `held`: what it holds now, its calls in flight included; `None` if it must wait for more. `spent`: by all
    `processes`. `until`: by the monotonic clock, until when it may use what it holds. `others_wait`: it
    should keep nothing that it does not need.
    """

    held: Spending | None
    spent: Spending
    processes: int
    until: float
    others_wait: bool = False


class Purse(Protocol):
    """A budget that processes share."""

    async def draw(
        self, limits: BudgetLimits, used: Spending, in_flight: Spending, call: Spending, calls: int
    ) -> Draw:
        """Say what was used, and ask for one call or several."""


class BudgetShare:
    """What this process has `used` of a budget since it joined the others, and what it may use."""

    def __init__(self, budget: Budget, purse: Purse, clock: Callable[[], float] = time.monotonic) -> None:
        self._budget, self._purse, self._clock = budget, purse, clock
        self.limits = BudgetLimits(budget.usd, budget.tokens, budget.requests)
        self.used = Spending()
        self.processes = 1
        """How many spend the budget, this one included."""
        self._others_wait = False
        self._drawn = Spending()
        """What it may use in all."""
        self._until = 0.0
        self._calls, self._drew = 1, 0.0
        self._turn = asyncio.Lock()
        self.telling = asyncio.Lock()
        """Held while the others are told what was used: what is told first must be known first."""

    async def admit(self, estimate: Spending) -> None:
        """Wait until this process holds enough for one more call; first come, first served.

        Raises `BudgetSpent` if nothing is left.
        """
        if self._turn.locked() or not self._fits(estimate, self.limits):
            async with self._turn:
                while not (self._fits(estimate, self.limits) or await self._draws(estimate, self.limits)):
                    self._budget.check()
                    with waiting(
                        "calls in flight elsewhere, since the budget may not last for more",
                        shown_after=WAIT_SHOWN_AFTER_SECONDS,
                    ):
                        await asyncio.sleep(WAIT_SECONDS)
        self._budget.check()

    async def permit(self) -> None:
        """Wait until one more request of a call in flight may be sent: a retry, which it has not reserved.

        Raises `BudgetSpent` if there is none, or none but those that are reserved.
        """
        one, limits = Spending(requests=1), BudgetLimits(requests=self.limits.requests)
        if not (self._fits(one, limits) or await self._draws(one, limits)):
            self._budget.check()
            self._budget.refuse()

    async def _draws(self, estimate: Spending, limits: BudgetLimits) -> bool:
        """Ask for more; whether there was any."""
        now = self._clock()
        self._calls = min(MOST_CALLS, 2 * self._calls) if now - self._drew < SOON_SECONDS else 1
        self._drew = now
        async with self.telling:
            used, in_flight = self.used, self._budget.held
            drawn = await self._purse.draw(limits, used, in_flight, estimate, self._calls)
            self.hear(drawn, used, in_flight)
        return drawn.held is not None

    def hear(self, drawn: Draw, used: Spending, in_flight: Spending) -> None:
        """Take in an answer to what was told: `used` at that time, and held by calls `in_flight`."""
        self._drawn = used + (in_flight if drawn.held is None else drawn.held)
        self._until, self.processes, self._others_wait = drawn.until, drawn.processes, drawn.others_wait
        self._budget.spent = drawn.spent + (self.used - used)

    def begin_anew(self) -> None:
        """Count from nothing: what was used is told, and what was drawn is others'."""
        self.used, self._drawn, self._until = Spending(), Spending(), 0.0

    def keep(self) -> Spending:
        """What this process still holds after giving back what it may not need."""
        held = self._budget.held
        spare = self._drawn - self.used - held
        part = 0.0 if self._others_wait else 0.5
        kept = held + Spending(
            max(0.0, spare.usd * part), max(0, int(spare.tokens * part)), max(0, int(spare.requests * part))
        )
        self._drawn = self.used + kept
        return kept

    def _fits(self, estimate: Spending, limits: BudgetLimits) -> bool:
        left = self._drawn - self.used - self._budget.held - estimate
        return (
            self._clock() < self._until
            # Sums of dollars differ by the order in which they are added.
            and (limits.usd is None or left.usd >= -1e-9)
            and (limits.tokens is None or left.tokens >= 0)
            and (limits.requests is None or left.requests >= 0)
        )
