"""Differences of two means: interval and p-value."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array
from agonist.ratings.distributions import expect_confidence, student_quantile
from agonist.ratings.sample_mean import finite

if TYPE_CHECKING:
    from collections.abc import Sequence


PERMUTATIONS: Final = 10_000
"""All rearrangements are tried up to this number; of more, a random sample of this size."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The mean of the first sample less that of the second.

    `low` and `high` are the ends of Welch's interval (Student's for pairs), `p` the two-sided
    probability of a difference at least as clear if there were none. They are `None` with fewer than two
    values a side; the ends also if the values have no spread, because an interval of width 0 would claim
    certainty.
    """

    estimate: float | None
    low: float | None
    high: float | None
    p: float | None


def difference(
    a: Sequence[float],
    b: Sequence[float],
    paired: bool = False,
    seed: int = 0,
    *,
    confidence: float = 0.95,
) -> Difference:
    """Compare two samples by permutation; `paired` if a[i] and b[i] belong together (one deal, one setting).

    Unpaired, the samples may differ in spread: the permuted quantity is Welch's t (Janssen 1997).
    Paired, the signs of the differences are flipped.

    >>> difference([3, 4, 5, 6, 7, 8], [2, 3, 4, 5, 6, 6], paired=True).p
    0.03125
    """
    expect_confidence(confidence)
    first, second = finite(a), finite(b)
    if paired and len(first) != len(second):
        raise UsageError(f"paired samples must be equally long, not {len(first)} and {len(second)}")
    if not len(first) or not len(second):
        return Difference(None, None, None, None)
    estimate = float(first.mean() - second.mean())
    if min(len(first), len(second)) < 2:
        return Difference(estimate, None, None, None)
    rng = np.random.default_rng(seed)
    if paired:
        gaps = first - second
        error, freedom = float(gaps.std(ddof=1)) / sqrt(len(gaps)), float(len(gaps) - 1)
        p = _flipped(gaps, rng)
    else:
        parts = first.var(ddof=1) / len(first), second.var(ddof=1) / len(second)
        error = sqrt(sum(parts))
        below = parts[0] ** 2 / (len(first) - 1) + parts[1] ** 2 / (len(second) - 1)
        freedom = float(sum(parts) ** 2 / below) if below > 0 else 1.0
        p = _exchanged(first, second, rng)
    scale = max(float(np.abs(first).max()), float(np.abs(second).max()))
    if error <= 1e-12 * scale:
        return Difference(estimate, None, None, p)
    reach = student_quantile(freedom, (1 + confidence) / 2) * error
    return Difference(estimate, estimate - reach, estimate + reach, p)


def holm(ps: Sequence[float]) -> list[float]:
    """The p-values corrected for multiple tests, in the same order (Holm 1979): reject those below the level.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    if any(not 0 <= p <= 1 for p in ps):
        raise UsageError("a p-value must be between 0 and 1")
    corrected = [0.0] * len(ps)
    highest = 0.0
    for done, index in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        highest = max(highest, min(1.0, (len(ps) - done) * ps[index]))
        corrected[index] = highest
    return corrected


def _flipped(gaps: Array, rng: np.random.Generator) -> float:
    gaps = gaps[gaps != 0]  # flipping the sign of 0 changes nothing
    count = len(gaps)
    exact = 2**count <= PERMUTATIONS
    if exact:
        signs = 1 - 2 * ((np.arange(2**count)[:, None] >> np.arange(count)) & 1)
    else:
        signs = 1 - 2 * rng.integers(2, size=(PERMUTATIONS, count), dtype=np.int8)
    sums = np.abs(signs @ gaps)
    return _share(sums, abs(float(gaps.sum())), 1e-9 * float(np.abs(gaps).sum()), exact)


def _exchanged(first: Array, second: Array, rng: np.random.Generator) -> float:
    pool = np.concatenate([first, second])
    pool = pool - pool.mean()
    size, count = len(first), len(pool)
    exact = comb(count, size) <= PERMUTATIONS
    if exact:
        picked = np.zeros((comb(count, size), count), dtype=bool)
        for row, chosen in enumerate(combinations(range(count), size)):
            picked[row, chosen] = True
    else:
        picked = rng.permuted(np.tile(np.arange(count) < size, (PERMUTATIONS, 1)), axis=1)
    spread = float(np.abs(pool).max())
    if spread == 0:
        return 1.0
    pool = pool / spread
    in_first = np.arange(count) < size
    clear = _clearness(pool, np.vstack([in_first, picked]), size)
    observed = float(clear[0])
    return _share(clear[1:], observed, 1e-9 * (1 + observed) if np.isfinite(observed) else 0.0, exact)


def _clearness(pool: Array, picked: np.ndarray[Any, np.dtype[np.bool_]], size: int) -> Array:
    """|Welch's t| for each choice of the first sample; infinite for a difference without spread."""
    rest = len(pool) - size
    inside = picked.astype(float)
    one, one2 = inside @ pool, inside @ pool**2
    other, other2 = pool.sum() - one, (pool**2).sum() - one2
    gap = np.abs(one / size - other / rest)
    error2 = (one2 - one**2 / size) / (size * (size - 1)) + (other2 - other**2 / rest) / (rest * (rest - 1))
    plain = error2 > 1e-14
    clear = np.where(gap > 1e-12, np.inf, 0.0)
    clear[plain] = gap[plain] / np.sqrt(error2[plain])
    return clear


def _share(all_: Array, observed: float, slack: float, exact: bool) -> float:
    """The share of rearrangements at least as clear; a drawn sample includes the observed one, so never 0."""
    reached = int((all_ >= observed - slack).sum())
    return reached / len(all_) if exact else (reached + 1) / (len(all_) + 1)
