"""The area of a radar chart, with its interval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agonist.ratings.share_intervals import NO_SPAN, Span


def area(radii: Sequence[Span], draws: int = 4000) -> Span:
    """The area of a radar chart over axes in this order, in squared units of the radii.

    It is half the sine of the angle between axes, times the sum of products of neighbours. For the interval,
    metrics are drawn independently, each with the width of its own interval; without all of these
    there is none.
    """
    values = [span.value for span in radii]
    if any(value is None for value in values):
        return NO_SPAN
    centre = np.array(values, dtype=float)
    found = float(polygon(centre.clip(0, 1)))
    widths = [span.high - span.low for span in radii if span.high is not None and span.low is not None]
    if len(widths) < len(radii):
        return Span(found, None, None)
    spread = np.array(widths) / (2 * 1.96)
    drawn = np.random.default_rng(0).normal(centre, spread, (draws, len(radii))).clip(0, 1)
    low, high = np.quantile(polygon(drawn), (0.025, 0.975))
    return Span(found, min(float(low), found), max(float(high), found))


def polygon(
    radii: np.ndarray[tuple[int, ...], np.dtype[np.float64]],
) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The area of one polygon for each row of radii."""
    turn = 2 * np.pi / radii.shape[-1]
    return np.asarray(0.5 * np.sin(turn) * (radii * np.roll(radii, -1, axis=-1)).sum(axis=-1))
