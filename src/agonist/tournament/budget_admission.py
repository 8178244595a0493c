"""How many matches may begin: near the limit of a budget, only as many as are likely to finish.

Each admission takes the same time, however many matches wait or are in progress: what those in progress are
likely to use is a running sum. Matches of the same part and players are expected to use the same, so an
estimate is computed once for all of them, and anew when it is likely to have changed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import Final, Generic, TypeVar

from agonist.models.amounts_spent import Spending
from agonist.models.budget import Budget

Kind = TypeVar("Kind", bound=Hashable)

NOTHING: Final = Spending()


class Place(Generic[Kind]):
    """The place of a match: a context that waits until it may begin, and is open until it has ended."""

    def __init__(self, admission: Admission[Kind], kind: Kind) -> None:
        self._admission = admission
        self.kind = kind
        self.used = NOTHING
        self.left = NOTHING
        """What it is expected to use from now on, as counted in the sum of all."""

    async def __aenter__(self) -> Place[Kind]:
        if self._admission.limited:
            await self._admission.enter(self)
        return self

    async def __aexit__(self, *_raised: object) -> None:
        if self._admission.limited:
            self._admission.leave(self)

    def use(self, spending: Spending) -> None:
        """Count what a call of the match has used."""
        self.used += spending
        self._admission.count(self)


class Admission(Generic[Kind]):
    """Lets matches begin, in the order in which they come, while the budget is likely to last for all.

    If none is in progress, one begins in any case: it uses what is left, and the budget itself ends the run.
    Without a budget all matches begin at once. `expected` estimates a whole match of a kind.
    """

    def __init__(self, budget: Budget | None, expected: Callable[[Kind], Spending]) -> None:
        self._budget, self._expected = budget, expected
        self.limited = budget is not None
        """Whether there is a budget, so that matches may have to wait."""
        self._known: dict[Kind, Spending] = {}
        self._inside: set[Place[Kind]] = set()
        self._left = NOTHING
        self._ended = 0
        self._queue: deque[tuple[Place[Kind], asyncio.Future[None]]] = deque()

    def place(self, kind: Kind) -> Place[Kind]:
        """The place of a match of this kind."""
        return Place(self, kind)

    async def enter(self, place: Place[Kind]) -> None:
        """Wait until the match of this place may begin; `limited` only."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (place, turn)
        self._queue.append(entry)
        self._admit()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(place)  # admitted and cancelled at the same time
            with suppress(ValueError):
                self._queue.remove(entry)
            self._admit()  # the next may need less
            raise

    def leave(self, place: Place[Kind]) -> None:
        """Note that the match of this place has ended; `limited` only."""
        self._inside.discard(place)
        self._left -= place.left
        self._ended += 1
        if self._ended > len(self._inside):
            self.reconsider()
        else:
            self._admit()

    def reconsider(self) -> None:
        """Estimates have changed: compute them anew, and check how many matches may begin.

        Takes time for each match in progress. It happens by itself after as many ends as there are matches in
        progress, which is the same for each match however many there are.
        """
        self._ended = 0
        self._known.clear()
        for place in self._inside:
            place.left = NOTHING
        self._left = NOTHING
        for place in self._inside:
            self.count(place)
        self._admit()

    def count(self, place: Place[Kind]) -> None:
        """Correct the sum of what matches in progress are expected to use by what is known of this one."""
        if place not in self._inside:
            return
        rest = self._whole(place.kind) - place.used
        left = Spending(max(rest.usd, 0.0), max(rest.tokens, 0), max(rest.requests, 0))
        self._left += left - place.left
        place.left = left

    def _whole(self, kind: Kind) -> Spending:
        if kind not in self._known:
            self._known[kind] = self._expected(kind)
        return self._known[kind]

    def _admit(self) -> None:
        while self._queue and self._fits(self._queue[0][0].kind):
            place, turn = self._queue.popleft()
            if turn.done():
                continue
            self._inside.add(place)
            self.count(place)
            turn.set_result(None)

    def _fits(self, kind: Kind) -> bool:
        if not self._inside:
            return True
        assert self._budget is not None
        return not self._budget.exceeded_by(self._left + self._whole(kind))
