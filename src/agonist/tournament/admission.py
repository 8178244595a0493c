"""How many matches may begin: near the limit of a budget, only as many as are likely to finish."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from agonist.models.budget import Budget, Spending


@dataclass(eq=False)
class Admitted:
    """A match in progress: its expected cost (computed anew each time), and its cost so far."""

    expected: Callable[[], Spending]
    taken: Spending = field(default_factory=Spending)


class Admission:
    """Lets matches begin while the budget is likely to last for all matches in progress.

    If none is in progress, one begins in any case: it uses what is left, and the budget itself ends the run.
    Without a budget all matches begin at once.
    """

    def __init__(self, budget: Budget | None) -> None:
        self._budget = budget
        self._inside: set[Admitted] = set()
        self._change = asyncio.Event()

    @asynccontextmanager
    async def place(self, expected: Callable[[], Spending]) -> AsyncIterator[Admitted]:
        """Wait until the match may begin, and hold its place until it has ended."""
        place = Admitted(expected)
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
        """Estimates have changed: check again which matches may begin."""
        self._change.set()
        self._change = asyncio.Event()

    def _fits(self, place: Admitted) -> bool:
        if not self._inside:
            return True
        assert self._budget is not None
        likely = self._budget.spent + place.expected()
        for other in self._inside:
            left = other.expected() - other.taken
            likely += Spending(max(left.usd, 0.0), max(left.tokens, 0), max(left.requests, 0))
        return not self._budget.exceeded_by(likely)
