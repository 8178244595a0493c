"""Shares in percent with their intervals, and differences between them."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from agonist.ratings.share_intervals import rate

Span = tuple[float | None, float | None, float | None]
"""A number and the ends of its 95% interval."""

NO_SHARE: Span = (None, None, None)


def share(trials: Iterable[tuple[str, bool]]) -> Span:
    """The percentage of these trials that happened; `None` without trials, no interval from a single deal.

    `trials`: the deal of each, which is one piece of evidence, and whether it happened.

    >>> share([("a", True), ("b", True), ("c", False), ("c", False)])
    (50.0, 2.2..., 97.7...)
    """
    counts: dict[str, tuple[int, int]] = {}
    for deal, happened in trials:
        hits, of = counts.get(deal, (0, 0))
        counts[deal] = hits + happened, of + 1
    found = rate(list(counts.values()))
    value, low, high = (None if end is None else 100 * end for end in (found.value, found.low, found.high))
    return value, low, high


def gap(one: Span, other: Span) -> Span:
    """The first share minus the second, in percentage points, with Newcombe's interval.

    Newcombe, "Interval estimation for the difference between independent proportions" (1998), method 10, made
    from the ends of both: it holds where a share is 0 or 100 too.

    >>> gap((80.0, 70.0, 87.0), (60.0, 49.0, 70.0))
    (20.0, 5.8..., 33.0...)
    """
    (first, low, high), (second, least, most) = one, other
    if first is None or second is None:
        return NO_SHARE
    difference = first - second
    if low is None or high is None or least is None or most is None:
        return difference, None, None
    return (
        difference,
        difference - sqrt((first - low) ** 2 + (most - second) ** 2),
        difference + sqrt((high - first) ** 2 + (second - least) ** 2),
    )
