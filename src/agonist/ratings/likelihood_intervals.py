"""Intervals of Bradley-Terry ratings from the likelihood itself, which near certainty is far from symmetric.

A player who won 19 of 20 matches may well win 99 of 100, but hardly 8 of 10: a symmetric interval around the
estimate shows neither. So an interval ends where the logarithm of the penalised likelihood has fallen by half
the square of the quantile, along the least favourable line through the estimate (Stein 1956): that on which a
rating, or the difference of two, changes with the least loss of likelihood.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Final

import numpy as np

from agonist.ratings.arrays import Array, Places
from agonist.ratings.distributions import rare_bounds

STEPS: Final = 50
"""The most steps of Newton's method. It needs about 5: the fall is convex, so it converges from outside."""

TINY: Final = 1e-300
"""In place of a prior of 0, which has no logarithm."""


@dataclass(frozen=True, slots=False)
class Likelihood:
    """The wins, the strengths estimated from them, and the inverse curvature of the likelihood there.

    `wins[i, j]` is how often i beat j. With a `prior`, its virtual opponent has strength 0.
    """

    wins: Array
    theta: Array
    bread: Array
    prior: float

    def variances(self, contrasts: Array) -> Array:
        """The model-based variance of each contrast; a contrast is a column of weights of the players."""
        return np.asarray(np.einsum("ik,ij,jk->k", contrasts, self.bread, contrasts))

    def ends(self, contrasts: Array, below: Array, above: Array) -> tuple[Array, Array]:
        """The distances of the interval's ends below and above the estimate of each contrast; NaN where its
        fall is NaN.

        `below`, `above`: by how much twice the logarithm of the likelihood may fall on that side.
        """
        variances = self.variances(contrasts)
        known = np.isfinite(below)
        lines = (self.bread @ contrasts / variances)[:, known]
        low, high = np.full((2, contrasts.shape[1]), np.nan)
        for found, turn, falls in ((low, -lines, below[known]), (high, lines, above[known])):
            # It starts where the end would be if the likelihood were normal.
            found[known] = self._reach(turn, falls, np.sqrt(falls * variances[known]))
        return low, high

    def least_falls(
        self, falls: Array, events: Array, opposite: Array, effect: Array, confidence: float
    ) -> Array:
        """The falls on one side of each contrast, at least as large as exact bounds of rare events.

        `events`: how many results bound the contrast on this side, `opposite` on the other. After a single
        defeat in many matches the true strength may be far greater than the likelihood says, so the end
        is where the expected number of defeats is at its exact bound. After none the upper end
        stays, since nothing but the virtual results bounds it, and the lower end is at the bound for none.
        `effect`: the design effect, by which events count less.
        """
        count, prior = events / effect, np.asarray(self.prior / effect)
        several = np.maximum(count, 1.0)
        few = effect * _fall(several, prior, rare_bounds(several, confidence))
        larger = np.fmax(falls, few)  # NaN, where events are not rare, counts as nothing
        found = falls + np.minimum(count, 1.0) * (larger - falls)
        bound_for_none = np.full(len(falls), -log((1 - confidence) / 2))
        none = effect * _fall(np.zeros(len(falls)), np.maximum(prior, TINY), bound_for_none)
        missing = np.maximum(1 - opposite / effect, 0.0)
        return np.asarray(found + missing * (np.maximum(found, none) - found), dtype=np.float64)

    @cached_property
    def _pairs(self) -> tuple[Places, Places]:
        met = np.triu((self.wins + self.wins.T) > 0, 1)
        one, other = np.nonzero(met)
        return one, other

    def _reach(self, lines: Array, squares: Array, near: Array) -> Array:
        """The distance along each line (a column) at which twice the log-likelihood has fallen by its square;
        the search starts at `near`."""
        one, other = self._pairs
        theta, wins, prior = self.theta, self.wins, self.prior
        # Meetings of two players, and below them each player's with the virtual opponent.
        gap = np.concatenate([theta[one] - theta[other], theta])
        change = np.vstack([lines[one] - lines[other], lines])
        met = np.concatenate([(wins + wins.T)[one, other], np.full(len(theta), 2 * prior)])
        won = np.concatenate([wins[one, other], np.full(len(theta), prior)])
        pull = won @ change
        least = met @ np.logaddexp(0, gap)

        far = np.maximum(near, 1e-6)  # where all results are draws the squares are 0
        for _ in range(STEPS):
            gaps = gap[:, None] + far * change
            small = np.exp(-np.abs(gaps))
            above = met @ (np.maximum(gaps, 0) + np.log(1 + small))
            beaten = np.where(gaps > 0, 1.0, small) / (1 + small)
            fall = 2 * (above - least - far * pull) - squares
            step = fall / (2 * (met @ (beaten * change) - pull))
            far = far - step
            if np.abs(step).max(initial=0) < 1e-9:
                return np.asarray(far)
        raise ArithmeticError("the likelihood of a rating falls nowhere far enough for an interval")


def _fall(events: Array, prior: Array, bound: Array) -> Array:
    """The fall of twice the log-likelihood of a Poisson count from its maximum to the expectation `bound`."""
    seen = events + prior
    return np.asarray(2 * (seen * np.log(seen / bound) - seen + bound), dtype=np.float64)
