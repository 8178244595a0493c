"""How many matches are begun: near the limit of a budget, only as many as are likely to be finished."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from agonist.models.budget import Budget, Spending


@dataclass(eq=False)
class Place:
    """A match under way: what it is likely to take in all, asked anew each time, and what it took."""

    expected: Callable[[], Spending]
    taken: Spending = field(default_factory=Spending)


class Admission:
    """Lets matches begin while the budget is likely to last for all that are under way.

    When none is under way, one is let in in any case: what is left is used, and the budget itself ends the
    run. Without a budget everyone comes in at once.
    """

    def __init__(self, budget: Budget | None) -> None:
        self._budget = budget
        self._inside: set[Place] = set()
        self._change = asyncio.Event()

    @asynccontextmanager
    async def place(self, expected: Callable[[], Spending]) -> AsyncIterator[Place]:
        """Wait until the match may begin, and hold its place until it has ended."""
        place = Place(expected)
        if self._budget is None:
            yield place
            return
        while not self._fits(place):
            await self._change.wait()
        self._inside.add(place)
        try:
            yield place
        finally:
            self._inside.discard(place)
            self.reconsider()

    def reconsider(self) -> None:
        """What matches are likely to take has changed: look again who may begin."""
        self._change.set()
        self._change = asyncio.Event()

    def _fits(self, place: Place) -> bool:
        if not self._inside:
            return True
        assert self._budget is not None
        likely = self._budget.spent + place.expected()
        for other in self._inside:
            left = other.expected() - other.taken
            likely += Spending(max(left.usd, 0.0), max(left.tokens, 0), max(left.requests, 0))
        return not self._budget.exceeded_by(likely)
