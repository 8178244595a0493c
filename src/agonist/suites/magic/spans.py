"""Numbers with their 95% intervals, from counts by setting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

import numpy as np

from agonist.ratings import wilson


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


def area(radii: Sequence[Span], draws: int = 4000) -> Span:
    """The area of a radar chart over these axes in order, in squared units of the radii.

    Half the sine of the angle between axes, times the sum of products of neighbours. The interval is that of
    the area under metrics drawn independently, each with the width of its own interval.
    """
    values = [span.value for span in radii]
    if any(value is None for value in values):
        return NOTHING
    centre = np.array(values, dtype=float)
    spread = np.array([(span.high - span.low) / (2 * 1.96) for span in radii])  # type: ignore[operator]  # known
    drawn = np.random.default_rng(0).normal(centre, spread, (draws, len(radii))).clip(0, 1)
    low, high = np.quantile(polygon(drawn), (0.025, 0.975))
    found = float(polygon(centre.clip(0, 1)))
    return Span(found, min(float(low), found), max(float(high), found))


def polygon(
    radii: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The area of one polygon for each row of radii."""
    turn = 2 * np.pi / radii.shape[-1]
    return np.asarray(0.5 * np.sin(turn) * (radii * np.roll(radii, -1, axis=-1)).sum(axis=-1))
