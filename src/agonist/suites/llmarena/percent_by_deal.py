"""Shares in percent, from trials that share deals."""

from __future__ import annotations

from collections.abc import Iterable

from agonist.ratings.share_intervals import Span, rate_of


def share(trials: Iterable[tuple[str, bool]]) -> Span:
    """The percentage of these trials that happened; `None` without trials, no interval from a single deal.

    `trials`: the deal of each, which is one piece of evidence, and whether it happened.

    >>> share([("a", True), ("b", True), ("c", False), ("c", False)])
    Span(value=50.0, low=2.2..., high=97.7..., trials=4.0)
    """
    return rate_of((deal, (happened, 1)) for deal, happened in trials).times(100)
