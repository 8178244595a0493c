"""The normal distribution, Student's t and the bounds of rare events, as intervals need them.

`scipy.special` has both, but loading it takes longer than the rest of a leaderboard. The tests compare every
function here with scipy's.
"""

from __future__ import annotations

from functools import lru_cache
from math import erfc, exp, factorial, inf, isnan, lgamma, log, log1p, nan, pi, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array

LIKE_NORMAL: Final = 1e9
"""From these degrees of freedom on, Student's t equals the normal distribution to nine digits."""

_erfc = np.vectorize(erfc, otypes=[float])


def expect_confidence(level: float) -> None:
    """Raise `UsageError` for what is no level of confidence."""
    if not 0 < level < 1:
        raise UsageError(f"confidence must be between 0 and 1, not {level}")


def normal_share(values: Array) -> Array:
    """The standard normal distribution function of each value, from 0 to 1.

    >>> float(normal_share(np.array(0.0)))
    0.5
    """
    return np.asarray(_erfc(-np.asarray(values) / sqrt(2)) / 2, dtype=np.float64)


def normal_quantile(share: float) -> float:
    """The quantile of the standard normal distribution for a share above 0 and below 1.

    >>> round(normal_quantile(0.975), 4)
    1.96
    """
    return NormalDist().inv_cdf(share)


RARE: Final = 5
"""With fewer events than this, `rare_bounds` are needed."""


def rare_bounds(events: Array, confidence: float) -> Array:
    """The lower bound of the expected number of events, given the observed number; 0 for none.

    One-sided exact bounds of a Poisson count: with a lower expectation, that many events or more have at
    most the probability 1 - `confidence`. Between whole numbers they are interpolated; NaN from `RARE` on.

    >>> rare_bounds(np.array([0, 1, 2, 7.5]), 0.95).round(3).tolist()
    [0.0, 0.051, 0.355, nan]
    """
    bounds = [_rare_bound(count, confidence) for count in range(RARE + 1)]
    found = np.interp(events, np.arange(RARE + 1), bounds)
    return np.where(events < RARE, found, np.nan)


@lru_cache(maxsize=256)
def _rare_bound(events: int, confidence: float) -> float:
    low, high = 0.0, float(events)
    for _ in range(60):
        middle = (low + high) / 2
        fewer = exp(-middle) * sum(middle**count / factorial(count) for count in range(events))
        low, high = (middle, high) if fewer > confidence else (low, middle)
    return low


def student_quantiles(freedom: Array, share: float) -> Array:
    """`student_quantile` for each of these degrees of freedom."""
    known, places = np.unique(freedom, return_inverse=True)
    found = np.array([student_quantile(float(one), share) for one in known], dtype=np.float64)
    return found[places].reshape(np.shape(freedom))


@lru_cache(maxsize=1 << 16)
def student_quantile(freedom: float, share: float) -> float:
    """The quantile of Student's t distribution for a share of at least 0.5 and below 1.

    `freedom`: degrees of freedom, above 0, whole or not; NaN gives NaN.

    >>> round(student_quantile(9, 0.975), 3)
    2.262
    """
    if isnan(freedom) or freedom <= 0 or not 0.5 <= share <= 1:
        return nan
    if share in (0.5, 1):
        return 0.0 if share == 0.5 else inf
    normal = normal_quantile(share)
    if freedom > LIKE_NORMAL:
        return normal
    found = normal + (normal**3 + normal) / (4 * freedom)
    for _ in range(60):
        # Newton's method on the logarithms of both, where a power-law tail is a straight line.
        above = _above(found, freedom)
        step = above / (found * _density(found, freedom)) * log(above / (1 - share))
        found *= exp(min(max(step, -2.0), 2.0))
        if abs(step) < 1e-9:  # the next error would be about its square
            break
    return found


def _above(value: float, freedom: float) -> float:
    """The upper tail of Student's t distribution beyond a value greater than 0."""
    square = value * value
    x, rest = freedom / (freedom + square), square / (freedom + square)
    half = freedom / 2
    # Both are I_x(a, b), the incomplete beta function: a continued fraction converges fast on one side.
    front = value * _density(value, freedom)
    if x < (half + 1) / (half + 2.5):
        return front * _fraction(half, 0.5, x) / (2 * half)
    return 0.5 - front * _fraction(0.5, half, rest)


def _density(value: float, freedom: float) -> float:
    at_0 = _log_gammas(freedom / 2) - log(freedom * pi) / 2
    return exp(at_0 - (freedom + 1) / 2 * log1p(value**2 / freedom))


def _log_gammas(half: float) -> float:
    """The logarithm of Γ(half + 1/2) / Γ(half)."""
    if half < 30:
        return lgamma(half + 0.5) - lgamma(half)
    # Both are large and nearly alike: their difference is taken from Stirling's series.
    square = half * half
    series = (1 / 192 - (1 / 640 - 17 / 14336 / square) / square) / square
    return log(half) / 2 - (1 / 8 - series) / half


def _fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method (DLMF 8.17.22)."""
    upper, lower = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    found = lower
    for m in range(1, 10_000):
        for factor in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            lower = 1 / (1 + factor * lower)
            upper = 1 + factor / upper
            change = upper * lower
            found *= change
        if abs(change - 1) < 1e-15:
            break
    return found
