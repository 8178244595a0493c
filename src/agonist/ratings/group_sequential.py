"""Levels for results that are looked at several times: how strict each look must be.

Who looks again and again at a growing number of results, each time at a level of 5%, is wrong far more often
than in 5% of cases. So the 5% are spent: by each look, only a part of them (Lan and DeMets 1983). The part is
a power of the share of all results that have come in (Kim and DeMets 1987). Early looks are strict, the last
one is hardly stricter than a single look at a fixed number of results.

Estimates at successive looks are taken to be normal with independent increments, which holds for every
efficient estimate (Jennison and Turnbull 1997). The chance to cross a bound at a look without having crossed
one before is then an integral over the estimate at the look before (Armitage, McPherson and Rowe 1969).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import pi, sqrt
from typing import Final

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array
from agonist.ratings.distributions import normal_quantile, normal_share

NODES: Final = 48
"""Points of the integral over the estimates that crossed no bound: enough for six digits."""

FAR: Final = 9.0
"""A bound in standard errors that is never crossed."""


def spent_levels(error: float, power: float, times: Sequence[float]) -> tuple[float, ...]:
    """The two-sided level of each look, so that by a look at the share t of all results, at most
    `error` * t ** `power` of all cases without a difference have been called different.

    `times`: the shares, ascending, the last one 1.

    >>> [round(level, 4) for level in spent_levels(0.05, 1.0, (0.5, 1.0))]
    [0.025, 0.0336]
    """
    return levels_for(tuple(times), tuple(error * time**power for time in times))


@lru_cache(maxsize=64)
def levels_for(times: tuple[float, ...], spent: tuple[float, ...]) -> tuple[float, ...]:
    """The two-sided level of each look with which, by each look, so large a share of cases without a
    difference has been called different.

    Raises `UsageError` if times or shares don't grow.
    """
    steps = np.diff((0.0, *times))
    if not times or len(times) != len(spent) or steps.min() <= 0 or np.diff((0.0, *spent)).min() < 0:
        raise UsageError(f"looks at {times} with errors of {spent} by each: both must grow")
    bounds: list[float] = []
    points, mass = np.zeros(1), np.ones(1)
    for step, share in zip(steps, np.diff((0.0, *spent)), strict=True):
        bound = _bound(points, mass, sqrt(step), float(share), FAR * sqrt(sum(steps[: len(bounds) + 1])))
        bounds.append(bound)
        points, mass = _uncrossed(points, mass, sqrt(step), bound)
    return tuple(
        2 * float(normal_share(np.array(-bound / sqrt(time))))
        for bound, time in zip(bounds, times, strict=True)
    )


def crossed(times: Sequence[float], levels: Sequence[float], drift: float = 0.0) -> list[float]:
    """The share of cases that cross a bound for the first time at each look, at these two-sided levels.

    `drift`: the true difference in standard errors of the estimate from all results.

    >>> round(sum(crossed((0.5, 1.0), (0.025, 0.0336))), 3)
    0.05
    """
    found = []
    points, mass, before = np.zeros(1), np.ones(1), 0.0
    for time, level in zip(times, levels, strict=True):
        bound, deviation = -normal_quantile(level / 2) * sqrt(time), sqrt(time - before)
        moved = points + drift * (time - before)
        found.append(_crossing(moved, mass, deviation, bound))
        points, mass = _uncrossed(moved, mass, deviation, bound)
        before = time
    return found


def _crossing(points: Array, mass: Array, deviation: float, bound: float) -> float:
    """How likely a sum that was at these points is outside the bound after a step."""
    return float(
        mass @ (normal_share((points - bound) / deviation) + normal_share((-bound - points) / deviation))
    )


def _bound(points: Array, mass: Array, deviation: float, share: float, far: float) -> float:
    """The bound that so large a share crosses with this step."""
    low, high = 0.0, far
    for _ in range(50):  # bisection: scipy.optimize takes longer to load than this takes
        middle = (low + high) / 2
        low, high = (middle, high) if _crossing(points, mass, deviation, middle) > share else (low, middle)
    return (low + high) / 2


def _uncrossed(points: Array, mass: Array, deviation: float, bound: float) -> tuple[Array, Array]:
    """The sums within the bound after a step, as points with their mass."""
    nodes, weights = np.polynomial.legendre.leggauss(NODES)
    found = bound * nodes
    gap = (found[:, None] - points) / deviation
    density = np.exp(-(gap**2) / 2) @ mass / (deviation * sqrt(2 * pi))
    return found, np.asarray(bound * weights * density, dtype=np.float64)
