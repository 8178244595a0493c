"""The mean of a sample, with its standard deviation and interval."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array
from agonist.ratings.distributions import expect_confidence, student_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean in the unit of the values; `None` with too few values: `mean` needs one, the rest need two."""

    count: int
    mean: float | None
    deviation: float | None
    """The sample standard deviation (divided by n - 1)."""

    low: float | None
    """The ends of Student's interval."""

    high: float | None


def mean(values: Sequence[float], confidence: float = 0.95) -> Mean:
    """The mean with its interval.

    >>> found = mean([1, 2, 3, 4])
    >>> f"{found.mean:.1f} ± {found.high - found.mean:.3f}, deviation {found.deviation:.3f}"
    '2.5 ± 2.054, deviation 1.291'
    """
    expect_confidence(confidence)
    sample = finite(values)
    count = len(sample)
    if count < 2:
        return Mean(count, float(sample[0]) if count else None, None, None, None)
    centre, deviation = float(sample.mean()), float(sample.std(ddof=1))
    reach = student_quantile(count - 1, (1 + confidence) / 2) * deviation / sqrt(count)
    return Mean(count, centre, deviation, centre - reach, centre + reach)


def finite(values: Sequence[float]) -> Array:
    """The values as an array; UsageError if one is not a finite number."""
    sample = np.asarray(values, dtype=float)
    if sample.ndim != 1 or not np.isfinite(sample).all():
        raise UsageError("a sample must be a list of finite numbers")
    return sample
