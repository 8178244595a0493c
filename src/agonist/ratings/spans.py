"""Shares with their 95% intervals, from counts by deal or setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import numpy as np

from agonist.ratings.share import ends


@dataclass(frozen=True, slots=True)
class Span:
    """A share from 0 to 1 with its 95% interval, and the number of trials; `None` without evidence."""

    value: float | None
    low: float | None
    high: float | None
    trials: float = 0


NOTHING: Final = Span(None, None, None)


def rate(counts: Sequence[tuple[float, float]]) -> Span:
    """Hits over trials, pooled over blocks (deals, settings), with the interval of `agonist.ratings.share`.

    `counts`: hits and trials of each block. From a single block there is no interval.

    >>> rate([(3, 4), (1, 4)]).value
    0.5
    """
    used = np.array([(hits, trials) for hits, trials in counts if trials], dtype=float).reshape(-1, 2)
    hits, trials = used.T
    total = float(trials.sum())
    if not total:
        return NOTHING
    value, number = float(hits.sum()) / total, np.array([total])
    one = np.zeros(len(used), dtype=np.intp)
    low, high = ends(np.array([value]), number, one, trials, hits - value * trials, number, 0.95)
    if np.isnan(low[0]):
        return Span(value, None, None, total)
    return Span(value, float(low[0]), float(high[0]), total)


def share_of(hits: int, trials: int) -> Span:
    """A share of independent trials.

    >>> share_of(8, 10)
    Span(value=0.8, low=0.44..., high=0.96..., trials=10.0)
    """
    return rate([(1, 1)] * hits + [(0, 1)] * (trials - hits))


def combined(parts: Sequence[tuple[float, Span]]) -> Span:
    """A weighted sum of independent shares, with the interval of Zou and Donner's MOVER (2008).

    >>> combined([(0.6, Span(0.5, 0.4, 0.6, 10)), (0.4, Span(1.0, 0.9, 1.0, 5))]).value
    0.7
    """
    value, down, up, known = 0.0, 0.0, 0.0, True
    for weight, span in parts:
        if span.value is None:
            return NOTHING
        value += weight * span.value
        if span.low is None or span.high is None:
            known = False
            continue
        down = hypot(down, weight * (span.value - span.low))
        up = hypot(up, weight * (span.high - span.value))
    trials = sum(span.trials for _, span in parts)
    return Span(value, value - down, value + up, trials) if known else Span(value, None, None, trials)
