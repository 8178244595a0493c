"""Shares with their 95% intervals, from counts by deal or setting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import numpy as np

from agonist.ratings.arrays import Array, Places
from agonist.ratings.wilson_intervals import ends


@dataclass(frozen=True, slots=True)
class Span:
    """A share from 0 to 1 with its 95% interval, and the number of trials; `None` without evidence.

    Unpacked it gives the value and the ends of the interval, as the cells of a table.
    """

    value: float | None
    low: float | None
    high: float | None
    trials: float = 0

    def __iter__(self) -> Iterator[float | None]:
        return iter((self.value, self.low, self.high))

    def times(self, factor: float) -> Span:
        """The same in another unit; times 100, in percent."""
        value, low, high = (None if end is None else factor * end for end in self)
        return Span(value, low, high, self.trials)


NO_SPAN: Final = Span(None, None, None)


def rate(counts: Sequence[tuple[float, float]]) -> Span:
    """Hits over trials, pooled over blocks (deals, settings), with the interval of
    `agonist.ratings.wilson_intervals`.

    `counts`: hits and trials of each block. From a single block there is no interval.

    >>> rate([(3, 4), (1, 4)]).value
    0.5
    """
    used = np.array([(hits, trials) for hits, trials in counts if trials], dtype=float).reshape(-1, 2)
    return rates(np.zeros(len(used), dtype=np.intp), used[:, 0], used[:, 1], 1)[0]


def rate_of(counts: Iterable[tuple[str, tuple[float, float]]]) -> Span:
    """As `rate`, from the block, hits and trials of each part of one.

    >>> rate_of([("a", (1, 2)), ("b", (1, 1)), ("a", (1, 1))]) == rate([(2, 3), (1, 1)])
    True
    """
    blocks: dict[str, tuple[float, float]] = {}
    for block, (hits, trials) in counts:
        before = blocks.get(block, (0, 0))
        blocks[block] = before[0] + hits, before[1] + trials
    return rate(list(blocks.values()))


def rates(group: Places, hits: Array, trials: Array, size: int) -> list[Span]:
    """As `rate`, for `size` groups at once: each block has a group, hits, and trials above 0."""
    total: Array = np.bincount(group, trials, size).astype(float)
    with np.errstate(invalid="ignore", divide="ignore"):
        value: Array = np.bincount(group, hits, size) / total
        low, high = ends(value, total, group, trials, hits - value[group] * trials, total, 0.95)
    return spans(value, low, high, total)


def spans(value: Array, low: Array, high: Array, trials: Array) -> list[Span]:
    """Spans from arrays with an element for each; NaN at the ends is no interval."""
    return [
        (Span(found, None, None, number) if np.isnan(least) else Span(found, least, most, number))
        if number
        else NO_SPAN
        for found, least, most, number in zip(
            *(column.tolist() for column in (value, low, high, trials)), strict=True
        )
    ]


def share_of(hits: int, trials: int) -> Span:
    """A share of independent trials.

    >>> share_of(8, 10)
    Span(value=0.8, low=0.44..., high=0.96..., trials=10.0)
    """
    return rate([(1, 1)] * hits + [(0, 1)] * (trials - hits))


def combined(parts: Sequence[tuple[float, Span]]) -> Span:
    """A weighted sum of independent numbers, with the interval of Zou and Donner's MOVER (2008).

    Of two shares with the weights 1 and -1 it is Newcombe's (1998, method 10): it holds at 0 and 1 too.

    >>> combined([(0.6, Span(0.5, 0.4, 0.6, 10)), (0.4, Span(1.0, 0.9, 1.0, 5))]).value
    0.7
    >>> combined([(1, Span(80, 70, 87)), (-1, Span(60, 49, 70))])
    Span(value=20.0, low=5.8..., high=33.0..., trials=0)
    """
    value, down, up, known = 0.0, 0.0, 0.0, True
    for weight, span in parts:
        if span.value is None:
            return NO_SPAN
        value += weight * span.value
        if span.low is None or span.high is None:
            known = False
            continue
        least, most = (span.low, span.high) if weight > 0 else (span.high, span.low)
        down = hypot(down, weight * (span.value - least))
        up = hypot(up, weight * (most - span.value))
    trials = sum(span.trials for _, span in parts)
    return Span(value, value - down, value + up, trials) if known else Span(value, None, None, trials)
