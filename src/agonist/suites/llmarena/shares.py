"""Shares in percent, with intervals."""

from __future__ import annotations

from math import sqrt

from agonist.ratings import wilson

Span = tuple[float | None, float | None, float | None]
"""A number and the ends of its 95% interval."""

NOTHING: Span = (None, None, None)


def share(hits: int, of: int) -> Span:
    """How many percent, with Wilson's interval; nothing of nothing.

    >>> share(8, 10)
    (80.0, 49.0..., 94.3...)
    """
    if not of:
        return NOTHING
    low, high = wilson(hits / of, of)
    return 100 * hits / of, 100 * low, 100 * high


def bounded(span: Span) -> Span:
    """An interval of a share without what no share can be.

    >>> bounded((24.0, -1.8, 49.8))
    (24.0, 0.0, 49.8)
    """
    centre, low, high = span
    return centre, None if low is None else max(low, 0.0), None if high is None else min(high, 100.0)


def gap(hits: int, of: int, other_hits: int, other_of: int) -> Span:
    """The first share less the second, in points of a percent, with Newcombe's interval.

    Newcombe, "Interval estimation for the difference between independent proportions" (1998), method 10,
    which holds where a share is 0 or 100 too. His example, 56 of 70 less 48 of 80:

    >>> [round(x / 100, 4) for x in gap(56, 70, 48, 80)]
    [0.2, 0.0524, 0.3339]
    """
    one, low, high = share(hits, of)
    other, other_low, other_high = share(other_hits, other_of)
    if one is None or low is None or high is None or other is None or other_low is None or other_high is None:
        return NOTHING
    difference = one - other
    return (
        difference,
        difference - sqrt((one - low) ** 2 + (other_high - other) ** 2),
        difference + sqrt((high - one) ** 2 + (other - other_low) ** 2),
    )
