"""The interval used for all shares: win rates, invalid answers, votes and others.

Wilson's interval (1927) with Student's quantile for the number of blocks. Trials of one block are dependent:
their number is divided by the design effect, the variance of the ratio estimator between blocks over
that of independent trials (Cochran, "Sampling Techniques", 1977, section 6.13); blocks never make an interval
narrower. If all trials have the same result, the dependence is unknown, so each block counts as one trial.

With one to four hits (or misses) Wilson's interval excludes a share near 0 (or 1) too often, in up to 15%
of cases. That end is therefore at least as far out as the exact bound of a Poisson count (Brown, Cai and
DasGupta 2001).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from agonist.ratings.arrays import Array, Places
from agonist.ratings.distributions import rare_bounds, student_quantile, student_quantiles


def shares(
    group: Places,
    block: Places,
    weight: Array,
    point: Array,
    size: int,
    confidence: float = 0.95,
) -> tuple[Array, Array, Array]:
    """The share that each of `size` groups has won, from 0 to 1, and the ends of its interval.

    For each trial: its `group`, its `block`, a number, its weight above 0, and what it won, from 0 to 1.
    The share is NaN for a group without trials, the ends for one with fewer than two blocks. Unequal
    weights count by Kish's effective number of trials.
    """
    mass = np.bincount(group, weight, size)
    with np.errstate(invalid="ignore", divide="ignore"):
        found = np.clip(np.bincount(group, weight * point, size) / mass, 0, 1)
        count = mass**2 / np.bincount(group, weight**2, size)
    _, first, cluster = np.unique(
        group * (1 + int(block.max(initial=0))) + block, return_index=True, return_inverse=True
    )
    owner, clusters = group[first], len(first)
    return found, *ends(
        found,
        count,
        owner,
        np.asarray(np.bincount(cluster, weight, clusters), dtype=np.float64),
        np.asarray(np.bincount(cluster, weight * (point - found[group]), clusters), dtype=np.float64),
        np.bincount(group, minlength=size).astype(float),
        confidence,
    )


def ends(
    rates: Array,
    count: Array,
    owner: Places,
    mass: Array,
    excess: Array,
    trials: Array,
    confidence: float,
) -> tuple[Array, Array]:
    """The ends of the intervals of these rates, each of `count` effective trials.

    For each block: the group it belongs to (`owner`), its weight, and what it won beyond its group's share.
    `trials`: how many each group had, whatever their weight.
    """
    size = len(rates)
    blocks = np.bincount(owner, minlength=size)
    total = np.bincount(owner, mass, size)
    with np.errstate(invalid="ignore", divide="ignore"):
        variance = np.bincount(owner, excess**2, size) / total**2 * (blocks / (blocks - 1.0))
        by_blocks = np.where(variance > 0, rates * (1 - rates) / variance, np.inf)
        alike = (rates <= 0) | (rates >= 1)
        by_blocks = np.where(alike, total**2 / np.bincount(owner, mass**2, size), by_blocks)
        count = np.where(blocks < trials, np.minimum(count, by_blocks), count)
        z2 = student_quantiles(np.maximum(blocks - 1.0, 1.0), (1 + confidence) / 2) ** 2 / count
        low, high = wilson_ends(rates, np.where(blocks > 1, z2, np.nan))
        least, most = (rare_bounds(count * share, confidence) / count for share in (rates, 1 - rates))
    return np.where(low > least, least, low), np.where(high < 1 - most, 1 - most, high)


def bounded_mean_ends(values: Sequence[float], least: float, most: float) -> tuple[float, float]:
    """The 95% interval of the mean of two or more values from `least` to `most`, not all equal.

    The mean, rescaled to the bounds, is treated as a share whose design effect follows from the values'
    variance. So the interval reaches farther on the side with more room, where rare values may lie.

    >>> bounded_mean_ends([10, 20, 90], 0, 100)
    (2.90..., 93.70...)
    """
    sample = (np.asarray(values, dtype=float) - least) / (most - least)
    share = float(sample.mean())
    by_values = share * (1 - share) / (float(sample.var(ddof=1)) / len(sample))
    quantile = student_quantile(len(sample) - 1, 0.975)
    low, high = wilson_ends(np.array([share]), np.array([quantile**2 / by_values]))
    return least + float(low[0]) * (most - least), least + float(high[0]) * (most - least)


def wilson_ends(rates: Array, z2: Array) -> tuple[Array, Array]:
    """Wilson's ends, where `z2` is the square of the quantile over the number of trials."""
    middle = (rates + z2 / 2) / (1 + z2)
    reach = np.sqrt(z2 * (rates * (1 - rates) + z2 / 4)) / (1 + z2)
    known = np.isfinite(z2)
    # Exact at the ends, where rounding would leave a trace.
    low = np.where(known & (rates <= 0), 0.0, np.maximum(middle - reach, 0.0))
    high = np.where(known & (rates >= 1), 1.0, np.minimum(middle + reach, 1.0))
    return low, high
