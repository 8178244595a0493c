"""A stock that regrows: how much is there next month, how much can be taken for good, and who gets what."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, floor

from agonist.core import Seat


def regrown(left: int, growth: Fraction, capacity: int) -> int:
    """What there is a month after this much was left.

    >>> regrown(30, Fraction(2), 100), regrown(70, Fraction(2), 100)
    (60, 100)
    """
    return min(capacity, floor(growth * left))


def sustainable(stock: int, growth: Fraction, capacity: int) -> int:
    """The sustainability threshold f(t): the most that can be taken so that the stock regrows to what it was.

    >>> sustainable(100, Fraction(2), 100), sustainable(61, Fraction(2), 100)
    (50, 30)
    """
    return stock - ceil(min(stock, capacity) / growth)


def shared_out(requests: Sequence[int], stock: int, first: Seat) -> tuple[int, ...]:
    """What each seat gets: all that it asks for, or, if that is too much, one unit each in turn from `first`
    on.

    >>> shared_out((100, 100, 3), 20, first=1)
    (8, 9, 3)
    """
    if sum(requests) <= stock:
        return tuple(requests)
    taken = [0] * len(requests)
    while stock:
        for seat in (*range(first, len(requests)), *range(first)):
            if stock and taken[seat] < requests[seat]:
                taken[seat] += 1
                stock -= 1
    return tuple(taken)
