"""Intervals and comparisons that allow for shared deals: the cluster-robust ("sandwich") variance.

Each block of results that share a deal has a score: the gradient of its log-likelihood by the ratings. The
variance of the ratings is bread × meat × bread, where the bread is the inverse curvature of the whole
log-likelihood and the meat the sum over blocks of their scores' squares (Huber 1967; Liang and Zeger 1986).
It is valid for any dependence within blocks, and when the model is only approximately true.

With few blocks it is too small, and its own error matters. So it is multiplied by n / (n - 1), and
Student's quantile with n - 1 degrees of freedom replaces the normal one (Cameron and Miller 2015), where n
is the effective number of a player's blocks (Kish).

Where a likelihood is given, interval ends are taken from it (`agonist.ratings.likelihood_intervals`), its
fall scaled by the ratio of the robust variance to the model-based one. A player with fewer than `SCARCE` wins
or defeats gets at least the model-based variance, since results that hardly differ do not show how much they
could vary. Where each match is its own block, the model-based variance needs no estimate. So the quantile
then lies between the normal one and Student's for `BLOCKS_TO_CONFIRM` blocks; Student's for two or three
blocks would be too wide. Rare results are bounded as Brown, Cai and DasGupta (2001) bound rare events in
proportions: an end is at least as far out as where the expected number of wins, or defeats, is at the exact
bound of a Poisson count.

Matches in several wordings of the prompts are evidence of two kinds: a deal is played in each wording, and a
wording on each deal. The variance is then that over deals, and what wordings add: the variance over wordings
as blocks without that over deals within wordings (Cameron, Gelbach and Miller 2011), where it is above 0. The
degrees of freedom are Satterthwaite's (1946), of wordings one fewer than there are. So an interval holds for
other wordings of this kind too, and is wide with two or three.

All pairs of players are compared at once with Tukey's studentised range (Kramer 1956 for unequal
variances): the probability that any statement "A is better than B" is wrong is at most 5%.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import pi, sqrt
from typing import Any, Final, TypeAlias

import numpy as np

from agonist.ratings.arrays import Array, Places
from agonist.ratings.distributions import (
    RARE,
    normal_quantile,
    normal_share,
    student_quantile,
    student_quantiles,
)
from agonist.ratings.likelihood_intervals import Likelihood
from agonist.ratings.result_and_rating import Rating

Truths: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]

Parts: TypeAlias = tuple[Array, Array]
"""Effective numbers of blocks, and variances."""

LEAST_BLOCKS: Final = 2
"""The fewest blocks for an interval: with fewer, nothing shows how much results vary."""

SCARCE: Final = float(RARE)
"""With fewer wins, or fewer defeats, the scores' squares say too little about the variance."""

BLOCKS_TO_CONFIRM: Final = 6
"""The least number of blocks with which the model's variance counts as confirmed."""

TOO_FEW: Final = "no interval: a single match, or a single deal"


@dataclass(frozen=True, slots=True)
class Spread:
    """The uncertainty of estimated ratings; all arrays have one entry (or row and column) for each player."""

    values: Array
    covariance: Array
    """Without the correction for few blocks."""
    blocks: Array
    """The effective number of blocks that each player's rating rests on."""
    likelihood: Likelihood | None = None
    """The likelihood from which intervals are taken; without it they are symmetric."""
    single: Truths | None = None
    """Players whose matches are each a block of their own."""
    wordings: Wordings | None = None
    """The variance over wordings of the prompts, where there are several."""

    def intervals(self, confidence: float) -> tuple[Array, Array]:
        """The ends for each player; NaN where there are too few blocks."""
        if self.likelihood is not None:
            blocks, variance = self.over_both()
            contrasts = _centring(len(self.values))
            won, lost = self._won_and_lost()
            low, high = self._ends(contrasts, variance, blocks, won, lost, self.single, confidence)
            return self.values - low, self.values + high
        blocks, variance = self.over_both()
        reach = self._quantile(blocks, (1 + confidence) / 2) * np.sqrt(variance)
        return self.values - reach, self.values + reach

    def differences(self, confidence: float, one: Places, other: Places) -> tuple[Array, Array]:
        """The ends of `one` minus `other`, each difference by itself; NaN with too few blocks."""
        blocks, variance = (found[one, other] for found in self.of_differences())
        gap = self.values[one] - self.values[other]
        if self.likelihood is None:
            reach = self._quantile(blocks, (1 + confidence) / 2) * np.sqrt(variance)
            return gap - reach, gap + reach
        unit = np.eye(len(self.values))
        won, lost = self._won_and_lost()
        gained, conceded = np.minimum(won[one], lost[other]), np.minimum(lost[one], won[other])
        single = None if self.single is None else self.single[one] & self.single[other]
        contrasts = unit[:, one] - unit[:, other]
        low, high = self._ends(contrasts, variance, blocks, gained, conceded, single, confidence)
        return gap - low, gap + high

    def better(self, confidence: float) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """`better[i, j]`: i is better than j; the chance that any is wrong is at most 1 - confidence."""
        size = len(self.values)
        if size < 2:
            return np.zeros((size, size), dtype=bool)
        blocks, variance = self.of_differences()
        least = self._quantile(blocks, 1 - _each(size, confidence) / 2) * np.sqrt(variance)
        gap = self.values[:, None] - self.values[None, :]
        # The negated comparison would count NaN as a difference.
        return np.asarray(gap > least)

    def _ends(
        self,
        contrasts: Array,
        variance: Array,
        blocks: Array,
        won: Array,
        lost: Array,
        single: Truths | None,
        confidence: float,
    ) -> tuple[Array, Array]:
        """The distances of the intervals' ends below and above the estimates of these contrasts, from the
        likelihood.

        `won` and `lost`: the results that bound each contrast from below, and from above.
        """
        assert self.likelihood is not None
        share = (1 + confidence) / 2
        scale, square = variance / self.likelihood.variances(contrasts), self._quantile(blocks, share) ** 2
        fall = square * scale
        if single is None:
            return self.likelihood.ends(contrasts, fall, fall)
        borne_out = np.minimum(square, student_quantile(BLOCKS_TO_CONFIRM - 1, share) ** 2) * scale
        least = np.where(single, np.maximum(borne_out, normal_quantile(share) ** 2), np.maximum(fall, square))
        scarce = np.minimum(won, lost) < SCARCE
        fall = np.where(scarce & np.isfinite(square), least, fall)
        effect = np.maximum(scale, 1.0)
        below = self.likelihood.least_falls(fall, won, lost, effect, confidence)
        above = self.likelihood.least_falls(fall, lost, won, effect, confidence)
        return self.likelihood.ends(contrasts, below, above)

    def _won_and_lost(self) -> tuple[Array, Array]:
        """How many wins each player has, and how many defeats; draws are half of each."""
        assert self.likelihood is not None
        return self.likelihood.wins.sum(axis=1), self.likelihood.wins.sum(axis=0)

    def over_both(self) -> Parts:
        """The effective number of blocks of each rating, and its variance."""
        if self.wordings is None:
            return self.over_deals()
        between, within = self.wordings.between, self.wordings.within
        return satterthwaite(self.over_deals(), between.over_deals(), within.over_deals())

    def over_deals(self) -> Parts:
        """The same without what other wordings add."""
        return self.blocks, np.maximum(np.diagonal(self.covariance), 0) * _correction(self.blocks)

    def of_differences(self) -> Parts:
        """The effective number of blocks of each difference, and its variance."""
        blocks = np.minimum(self.blocks[:, None], self.blocks[None, :])
        variances = np.diagonal(self.covariance)
        variance = np.maximum(variances[:, None] + variances[None, :] - 2 * self.covariance, 0) * _correction(
            blocks
        )
        if self.wordings is None:
            return blocks, variance
        between, within = self.wordings.between, self.wordings.within
        return satterthwaite((blocks, variance), between.of_differences(), within.of_differences())

    @staticmethod
    def _quantile(blocks: Array, share: float) -> Array:
        enough = blocks >= LEAST_BLOCKS - 1e-9
        found: Array = np.where(enough, student_quantiles(np.where(enough, blocks, 2.0) - 1, share), np.nan)
        return found


@dataclass(frozen=True, slots=True)
class Wordings:
    """The same strengths with other blocks: wordings (`between`), or deals in one wording (`within`)."""

    between: Spread
    within: Spread


def satterthwaite(deals: Parts, between: Parts, within: Parts) -> Parts:
    """The variance over deals and wordings, and the number of blocks whose degrees of freedom it has."""
    added = np.maximum(between[1] - within[1], 0)
    variance = deals[1] + added
    doubt = sum(
        part**2 / np.maximum(blocks - 1, 0.5) for blocks, part in (deals, (between[0], between[1]), within)
    )
    free = np.divide(variance**2, doubt, out=np.full(variance.shape, np.inf), where=doubt > 0)
    enough = np.minimum(deals[0], between[0]) >= LEAST_BLOCKS - 0.5
    return np.where(enough, 1 + np.clip(free, 1, deals[0] - 1), 0.0), variance


def spread(
    values: Array,
    bread: Array,
    evidence: Iterable[tuple[Array, Array]],
    prior: Array | None = None,
    *,
    at_least_model: bool = False,
) -> Spread:
    """The variance of ratings centred on their mean.

    `bread` (player, player) is the inverse curvature. `evidence` has the blocks in parts: their gradients
    (block, player), and how much of a player's evidence is in each (block, player). `prior` (player) is what
    virtual results add to the meat. `at_least_model`: nobody's variance is below the model-based one, the
    bread. A player who has hardly ever lost has results that hardly differ, so their squares underestimate
    the variance.
    """
    size = len(values)
    centred = bread - bread.mean(axis=0)
    covariance, total, square = np.zeros((size, size)), np.zeros(size), np.zeros(size)
    for scores, sizes in evidence:
        pulls = scores @ centred.T
        covariance += pulls.T @ pulls
        total += sizes.sum(axis=0)
        square += (sizes**2).sum(axis=0)
    if prior is not None:
        covariance += (centred * prior) @ centred.T
    if at_least_model:
        model, robust = np.diagonal(centred @ _centring(size)), np.diagonal(covariance)
        stretch = np.sqrt(np.maximum(model / np.maximum(robust, 1e-300), 1.0))
        covariance = covariance * np.outer(stretch, stretch)
    blocks = np.divide(total**2, square, out=np.zeros(size), where=square > 0)
    return Spread(values, covariance, blocks)


def _centring(size: int) -> Array:
    """The matrix that subtracts the mean."""
    return np.asarray(np.eye(size) - 1 / size, dtype=np.float64)


def rank_ranges(better: np.ndarray[Any, np.dtype[np.bool_]]) -> tuple[list[int], list[int]]:
    """The best and the worst possible rank of each player, given who is better than whom.

    >>> rank_ranges(np.array([[False, True], [False, False]]))
    ([1, 2], [1, 2])
    """
    beaten_by, beats = better.sum(axis=0), better.sum(axis=1)
    return [1 + int(n) for n in beaten_by], [len(better) - int(n) for n in beats]


def rated(
    table: Mapping[str, Rating], names: Sequence[str], estimate: Spread, confidence: float
) -> dict[str, Rating]:
    """The `Rating` of each of these players, with interval and range of ranks."""
    low, high = estimate.intervals(confidence)
    first, last = rank_ranges(estimate.better(confidence))
    lines = {}
    for place, name in enumerate(names):
        sure = bool(np.isfinite(low[place]))
        lines[name] = replace(
            table[name],
            rating=float(estimate.values[place]),
            low=float(low[place]) if sure else None,
            high=float(high[place]) if sure else None,
            rank_low=first[place],
            rank_high=last[place],
            note=table[name].note if sure else TOO_FEW,
        )
    return lines


def _correction(blocks: Array) -> Array:
    found: Array = blocks / np.maximum(blocks - 1, 1e-9)
    return found


@cache
def _each(size: int, confidence: float) -> float:
    """The two-sided level for each pair of `size` players such that all pairs together keep `confidence`."""
    nodes, weights = np.polynomial.legendre.leggauss(200)
    least, density = 8 * nodes, 8 * weights * np.exp(-((8 * nodes) ** 2) / 2) / sqrt(2 * pi)

    def excess(range_: float) -> float:
        within = size * density @ (normal_share(least + range_) - normal_share(least)) ** (size - 1)
        return float(within) - confidence

    low, high = 0.0, 16.0
    for _ in range(60):  # bisection: scipy.optimize takes longer to load than everything else here
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return 2 * float(normal_share(np.array(-(low + high) / 2 / sqrt(2))))
