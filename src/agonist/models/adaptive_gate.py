"""A limit on requests at once that climbs while more of them bring more answers a second.

An engine answers a batch: each answer takes longer long before more at once bring no more. So limits that
look at latency alone (TCP Vegas; the gradient of Netflix's concurrency-limits) stop at a fraction of what it
can do. This one compares throughputs, as a hill climber does (Heiss and Wagner, Adaptive load control in
transaction processing systems, VLDB 1991), and obeys refusals as TCP does.
"""

from __future__ import annotations

import time
from math import log
from typing import TYPE_CHECKING, Final

from agonist.models.limits import MAX_CONCURRENCY, Gate

if TYPE_CHECKING:
    from collections.abc import Callable

FIRST_LIMIT: Final = 32

WORTH: Final = 0.12
"""A step up stays if throughput grows at least by the limit's growth to this power; one down, if it falls by
less. So twice as many at once must bring 9% more."""

FAR: Final = 0.5
"""The same that shows that much more is possible, so that it grows as at first."""

FIRST_STEP, LATER_STEP, DOWN_STEP, STEP_AFTER_REFUSAL = 2.0, 1.3, 1.4, 1.15
"""Factors of the limit: while it grows at first, later, down after the first step up that was not worth it,
and after a refusal."""

AFTER_REFUSAL: Final = 0.85
"""The limit falls to this when requests are refused: TCP's half would leave a quarter unused on average."""

ANSWERS, ANSWERS_TO_GROW = 80, 40
"""The fewest answers of a measurement, and while the limit grows at first: what doubles is soon seen."""

ROUNDS, ROUNDS_TO_GROW = 1.5, 0.5
"""The same as a multiple of the limit."""

REST, LONGEST_REST = 2, 8
"""Measurements between two steps, after one that was worth it and at most: doubled after each that was not.
"""


class AdaptiveGate(Gate):
    """Limits how many requests run at once, from 1 to `cap`; `clock` returns seconds.

    At each limit, as many answers as were in flight before are left out of the measurement. Only answers
    count that come while all places are taken.
    """

    def __init__(self, cap: int = MAX_CONCURRENCY, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(cap, FIRST_LIMIT)
        self._clock = clock
        self._growing, self._up, self._moved = True, True, False
        self._step, self._rest, self._left = FIRST_STEP, REST, 1
        self._known: tuple[float, float] | None = None
        """The best limit so far, and its answers a second."""
        self._skip, self._seen, self._since = int(self.limit), 0, 0.0

    def grow(self) -> None:
        """After an answer: measure, and move the limit when enough is known."""
        if self.inside < int(self.limit):
            self._seen = 0  # nobody waits: this says nothing of the endpoint
            return
        self._seen += 1
        if self._seen <= self._skip:
            self._since = self._clock()
            return
        first = self._growing and self._up
        least, rounds = (ANSWERS_TO_GROW, ROUNDS_TO_GROW) if first else (ANSWERS, ROUNDS)
        answers = self._seen - self._skip
        if answers >= max(least, rounds * self.limit):
            self._judge(answers / max(self._clock() - self._since, 1e-9))

    def shrink(self, entered: int) -> None:
        """After a refusal or a timeout: fewer, once for all requests of a round; what was known is over."""
        if entered == self.round:
            self.round += 1
            self._known, self._growing, self._up = None, False, False
            self._step, self._rest = STEP_AFTER_REFUSAL, REST
            self._go(self.limit * AFTER_REFUSAL)

    def resize(self, cap: int) -> None:
        """Let at most so many requests run at once from now on; 0 for none."""
        self.cap = cap
        self._known = None
        self._go(self.limit)

    def _judge(self, rate: float) -> None:
        if self._known is None:
            self._known = (self.limit, rate)
            if not self._growing or self._go(self.limit * self._step) == self._known[0]:
                self._stay(self.limit, REST)
            return
        limit, before = self._known
        if self.limit == limit:
            self._known = (limit, (before + rate) / 2)
            self._left -= 1
            if self._left <= 0:
                self._up = not self._up
                self._go(limit * self._step if self._up else limit / self._step)
            else:
                self._go(limit)
            return
        gain = log(rate / before) / log(self.limit / limit)
        if (gain >= WORTH) == self._up:
            if self._up and gain >= FAR:
                self._growing, self._step = True, FIRST_STEP
            self._known, self._moved, self._rest = (self.limit, rate), True, REST
            if self._go(self.limit * self._step if self._up else self.limit / self._step) == self._known[0]:
                self._stay(self.limit, REST)
        elif self._growing and self._up:
            self._up, self._step = False, DOWN_STEP if self._moved else FIRST_STEP
            self._go(limit / self._step)
        else:
            self._stay(limit, 1 if self._growing else min(2 * self._rest, LONGEST_REST))

    def _stay(self, limit: float, rest: int) -> None:
        self._growing, self._step = False, LATER_STEP
        self._rest = self._left = rest
        self._go(limit)

    def _go(self, limit: float) -> float:
        """Measure at another limit, within its bounds, which is returned."""
        self._skip, self._seen = int(self.limit), 0
        self.limit = min(float(self.cap), max(1.0, limit))
        self._admit()
        return self.limit
