"""Scores on the scale between two players that played the same deals, and differences of such scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from agonist.ratings.arrays import Array
from agonist.ratings.clustered_mean import clustered_mean
from agonist.ratings.distributions import student_quantile
from agonist.ratings.mean_difference import difference
from agonist.ratings.share_intervals import Span


@dataclass(frozen=True, slots=True)
class Mark:
    """A mean score on a scale: 0 is the mean of the one anchor, 100 that of the other.

    `parts` has a number for each deal. Their mean is the mark, and their spread is that of the mark by the
    delta method, the anchors' own chance included. `worst` and `best` are the marks of the lowest and the
    highest score that anybody had.
    """

    value: float
    parts: tuple[float, ...]
    worst: float
    best: float

    @property
    def span(self) -> Span:
        """The mark with its 95% interval over deals, that of `clustered_mean`."""
        return _span(self.parts, (self.worst, self.best))


def mark(scores: Sequence[float], zero: Sequence[float], hundred: Sequence[float]) -> Mark | None:
    """The mark of these scores; the anchors' are of the same deals, in the same order.

    `None` where the anchors cannot be told apart: there is no scale where the better one is no better.

    >>> mark([1.0, 2.0], zero=[0.0, 0.0], hundred=[2.0, 2.0])
    Mark(value=75.0, parts=(50.0, 100.0), worst=0.0, best=100.0)
    """
    low, high = np.asarray(zero, dtype=float), np.asarray(hundred, dtype=float)
    if len(low) < 2 or not _is_ahead(high - low):
        return None
    scale = float((high - low).mean())
    gain: Array = np.asarray(scores, dtype=float) - low
    share = float(gain.mean()) / scale
    parts = share + (gain - share * (high - low)) / scale
    everything = np.concatenate([np.asarray(scores, dtype=float), low, high])
    worst, best = ((100 * (end - low.mean()) / scale).item() for end in (everything.min(), everything.max()))
    return Mark(100 * share, tuple((100 * parts).tolist()), worst, best)


@dataclass(frozen=True, slots=True)
class MarkGap:
    """By how many points one mark is above another on the same deals, from the difference on each deal.

    >>> gap = MarkGap((0.0, 60.0, 60.0))
    >>> gap.span.value, gap.p
    (40.0, 0.5)
    """

    parts: tuple[float, ...]
    reach: float = 0.0
    """How far apart two marks of one deal can be."""

    @property
    def span(self) -> Span:
        """The gap with its 95% interval over deals, that of `clustered_mean`."""
        return _span(self.parts, (-self.reach, self.reach))

    @property
    def p(self) -> float | None:
        """The two-sided p-value of no gap, by flipping the signs of deals."""
        return difference(self.parts, [0.0] * len(self.parts), paired=True).p


def _span(parts: Sequence[float], seen: tuple[float, float]) -> Span:
    return Span(*clustered_mean([(str(deal), part) for deal, part in enumerate(parts)], seen))


def _is_ahead(by: Array) -> bool:
    """Whether the mean of these differences is above 0 at the level of 95%."""
    mean, error = float(by.mean()), float(by.std(ddof=1)) / sqrt(len(by))
    return mean > student_quantile(float(len(by) - 1), 0.975) * error
