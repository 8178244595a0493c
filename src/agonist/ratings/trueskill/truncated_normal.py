"""Moments of a truncated normal distribution with variance 1."""

from __future__ import annotations

from functools import cache
from math import pi, sqrt

import numpy as np

from agonist.ratings.arrays import Array


def above(centre: Array, margin: Array) -> tuple[Array, Array]:
    """Shift of the mean, and the variance, when truncated to values above the margin."""
    from scipy.special import erfcx  # slow to load

    x = np.asarray(centre - margin)
    push = sqrt(2 / pi) / erfcx(-x / sqrt(2))
    # In an upset, 1 - push * (push + x) would be lost to rounding.
    y = 1 / np.maximum(x * x, 2500.0)
    return push, np.where(x < -50, y * (1 - y * (6 - y * (50 - y * 518))), 1 - push * (push + x))


def within(centre: Array, margin: Array) -> tuple[Array, Array]:
    """Shift of the mean, and the variance, when truncated to ± margin.

    Computed by quadrature: the closed form subtracts nearly equal numbers when a draw is unlikely.
    """
    top, bottom = margin - np.abs(centre), -margin - np.abs(centre)
    nearest = np.minimum(top, 0.0)
    reach = np.sqrt(nearest**2 + 80)  # beyond it the density is below e^-40 of its peak
    top, bottom = np.minimum(top, reach), np.maximum(bottom, -reach)
    nodes, weights = _quadrature()
    offset = nodes * np.asarray((top - bottom) / 2)[..., None]
    middle = np.asarray((top + bottom) / 2)
    density = weights * np.exp((np.asarray(nearest)[..., None] ** 2 - (middle[..., None] + offset) ** 2) / 2)
    density /= density.sum(axis=-1, keepdims=True)
    mean = (density * offset).sum(axis=-1)
    push = middle + mean
    left = (density * (offset - mean[..., None]) ** 2).sum(axis=-1)
    return np.where(np.asarray(centre) >= 0, push, -push), left


@cache
def _quadrature() -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(64)
    return nodes, weights
