"""How a budget is divided between processes that spend it together: a pure function."""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import inf

from agonist.models.amounts_spent import Spending


@dataclass(frozen=True, slots=True)
class BudgetLimits:
    """Limits of dollars, tokens and requests; `None` is no limit."""

    usd: float | None = None
    tokens: int | None = None
    requests: int | None = None

    def after(self, *taken: Spending) -> BudgetLimits:
        """What is left of each limit."""
        total = sum(taken, Spending())
        return BudgetLimits(
            None if self.usd is None else self.usd - total.usd,
            None if self.tokens is None else self.tokens - total.tokens,
            None if self.requests is None else self.requests - total.requests,
        )

    def times_in(self, each: Spending) -> float:
        """How many times this amount fits into the limits, as a fraction; below 0 if they are exceeded."""
        least = inf
        for field in fields(self):
            limit, amount = getattr(self, field.name), getattr(each, field.name)
            if limit is not None and (amount or limit < 0):
                least = min(least, limit / amount if amount else -1.0)
        return least

    @property
    def spent(self) -> bool:
        """Whether nothing is left of one of them."""
        return any(limit is not None and limit <= 0 for limit in (self.usd, self.tokens, self.requests))


def allotment(
    limits: BudgetLimits,
    spent: Spending,
    held_by_others: Spending,
    in_flight: Spending,
    call: Spending,
    *,
    calls: int = 1,
    workers: int = 1,
) -> Spending | None:
    """What a worker may hold from now on: its calls in flight and at least one more; `None` if it must wait.

    It gets `calls` at most, and with several at most half of its equal share of what is left, so that the
    others need not wait for what it does not use. A call that does not fit may start when nobody has one in
    flight, as in one process; so all workers together exceed a limit by one call at most.

    >>> limits = BudgetLimits(requests=10)
    >>> allotment(limits, Spending(), Spending(), Spending(), Spending(requests=1), calls=8, workers=2)
    Spending(usd=0.0, tokens=0, requests=2)
    >>> allotment(limits, Spending(requests=6), Spending(requests=4), Spending(), Spending(requests=1))
    """
    if limits.after(spent).spent:
        return None
    times = limits.after(spent, held_by_others, in_flight).times_in(call)
    if times >= 1:
        return in_flight + call.times(int(max(1, min(calls, times / (2 * workers)))))
    nobody = Spending()
    return call if held_by_others == nobody and in_flight == nobody else None
