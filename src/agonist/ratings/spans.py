"""Shares with their 95% intervals, from counts by deal or setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from agonist.ratings.win_rate import wilson


@dataclass(frozen=True, slots=True)
class Span:
    """A share (1 is all) with its interval, from `trials` of something; `None` without evidence."""

    value: float | None
    low: float | None
    high: float | None
    trials: float = 0


NOTHING: Final = Span(None, None, None)


def rate(counts: Sequence[tuple[float, float]]) -> Span:
    """Hits over trials, pooled over settings, which are independent where trials within one are not.

    `counts`: hits and trials of each setting. Wilson's interval with as many trials as carry the same
    information: fewer than there were where settings differ by more than chance lets trials differ.

    >>> rate([(3, 4), (1, 4)]).value
    0.5
    """
    used = [(hits, trials) for hits, trials in counts if trials]
    total = sum(trials for _, trials in used)
    if not total:
        return NOTHING
    value = sum(hits for hits, _ in used) / total
    low, high = wilson(value, total / design_effect(used))
    return Span(value, low, high, total)


def design_effect(counts: Sequence[tuple[float, float]]) -> float:
    """How much larger the variance of a pooled share is than that of independent trials, at least 1.

    The ratio estimator's variance between clusters over the binomial one (Cochran, "Sampling Techniques",
    1977, section 6.13).
    """
    total, size = sum(trials for _, trials in counts), len(counts)
    share = sum(hits for hits, _ in counts) / total
    binomial = share * (1 - share) / total
    if size < 2 or not binomial:
        return 1.0
    between = sum((hits - share * trials) ** 2 for hits, trials in counts) * size / (size - 1) / total**2
    return max(between / binomial, 1.0)


def combined(parts: Sequence[tuple[float, Span]]) -> Span:
    """A weighted sum of independent shares, with the interval of Zou and Donner's MOVER (2008).

    >>> combined([(0.6, Span(0.5, 0.4, 0.6, 10)), (0.4, Span(1.0, 0.9, 1.0, 5))]).value
    0.7
    """
    value = down = up = 0.0
    for weight, span in parts:
        if span.value is None or span.low is None or span.high is None:
            return NOTHING
        value += weight * span.value
        down = hypot(down, weight * (span.value - span.low))
        up = hypot(up, weight * (span.high - span.value))
    return Span(value, value - down, value + up, sum(span.trials for _, span in parts))
