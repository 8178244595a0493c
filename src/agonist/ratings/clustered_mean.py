"""The mean of scores, some of which share a deal, with its interval."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from agonist.ratings.arrays import Array, Places
from agonist.ratings.distributions import expect_confidence, student_quantiles


def clustered_mean(
    values: Iterable[tuple[str, float]], seen: tuple[float, float] | None = None, confidence: float = 0.95
) -> tuple[float | None, float | None, float | None]:
    """The mean of (deal, score) pairs, and the ends of its interval; `None` without evidence.

    Scores on one deal are one piece of evidence, so the interval is Student's over deals. Scores are bounded,
    and rare ones matter: ten hands of poker may pass without the one in which everything is lost. So the
    interval is extended to cover the one that two more deals would give, one at each end of `seen`, the
    lowest and the highest known score (of these scores, if `None`), and is cut there: the method of Agresti
    and Coull for shares (1998), for any bounded score. With few deals it is wide. There is no interval from
    fewer than two deals, nor if all scores are equal.

    >>> scores = [("a", 1.0), ("a", 3.0), ("b", 5.0), ("c", 2.0), ("d", 4.0)]
    >>> mean, low, high = clustered_mean(scores, seen=(0, 10))
    >>> f"{mean:.1f} from {low:.1f} to {high:.1f}"
    '3.0 from 0.0 to 8.3'
    """
    numbers: dict[str, int] = {}
    pairs = [(numbers.setdefault(deal, len(numbers)), score) for deal, score in values]
    if not pairs:
        expect_confidence(confidence)
        return None, None, None
    deals = np.array([deal for deal, _ in pairs], dtype=np.intp)
    scores = np.array([score for _, score in pairs], dtype=float)
    one = np.zeros(len(pairs), dtype=np.intp)
    (mean,), (low,), (high,) = clustered_means(one, deals, scores, 1, seen, confidence)
    return float(mean), *((None, None) if np.isnan(low) else (float(low), float(high)))


def clustered_means(
    group: Places,
    deal: Places,
    score: Array,
    size: int,
    seen: tuple[float, float] | None = None,
    confidence: float = 0.95,
) -> tuple[Array, Array, Array]:
    """As `clustered_mean`, for `size` groups at once; NaN without evidence.

    Each score comes with the number of its group and the number of its deal.
    """
    expect_confidence(confidence)
    number = np.bincount(group, minlength=size).astype(float)
    least, most = np.full(size, np.inf), np.full(size, -np.inf)
    np.minimum.at(least, group, score)
    np.maximum.at(most, group, score)
    if seen is not None:
        least, most = np.minimum(least, min(seen)), np.maximum(most, max(seen))
    key = group * (1 + int(deal.max(initial=0))) + deal
    _, first, cluster = np.unique(key, return_index=True, return_inverse=True)
    owner = group[first]
    counts = np.bincount(cluster, minlength=len(first)).astype(float)
    sums = np.asarray(np.bincount(cluster, score, len(first)), dtype=np.float64)
    deals = np.bincount(owner, minlength=size).astype(float)
    with np.errstate(invalid="ignore", divide="ignore"):
        each = number / deals
        centre = np.bincount(group, score, size) / number
        scale = np.maximum(np.abs(least), np.abs(most))
        known = (deals >= 2) & (most - least > 1e-9 * scale)
        quantile = np.where(known, student_quantiles(np.maximum(deals - 1, 1), (1 + confidence) / 2), np.nan)
        low = high = centre
        for more in (0.0, each):  # unchanged, and with one more deal at each end
            total = number + 2 * more
            middle = (centre * number + more * (least + most)) / total
            squares = np.bincount(owner, (sums - counts * middle[owner]) ** 2, size)
            squares = squares + sum((more * (end - middle)) ** 2 for end in (least, most))
            of = deals + 2 * (more > 0)
            reach = quantile * np.sqrt(squares * of / (of - 1)) / total
            low, high = np.fmin(low, middle - reach), np.fmax(high, middle + reach)
        low, high = np.maximum(low, least), np.minimum(high, most)
        return centre, np.where(known, low, np.nan), np.where(known, high, np.nan)
