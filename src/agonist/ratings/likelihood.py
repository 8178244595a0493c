"""Intervals of Bradley-Terry ratings from the likelihood itself, which near certainty is far from symmetric.

A player who won 19 of 20 matches may well win 99 of 100, but hardly 8 of 10: a symmetric interval around the
estimate shows neither. So an interval ends where the logarithm of the penalised likelihood has fallen by half
the square of the quantile, along the least favourable line through the estimate (Stein 1956): that on which a
rating, or the difference of two, changes with the least loss of likelihood.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Places: TypeAlias = np.ndarray[Any, np.dtype[np.intp]]

STEPS: Final = 50
"""The most steps of Newton's method. It needs about 5: the fall is convex, so it converges from outside."""


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

    def ends(self, contrasts: Array, squares: Array) -> tuple[Array, Array]:
        """How far below and above the estimate each contrast may lie; NaN where the square is NaN.

        `squares`: by how much twice the logarithm of the likelihood may fall, for each contrast.
        """
        variances = self.variances(contrasts)
        known = np.isfinite(squares)
        lines = (self.bread @ contrasts / variances)[:, known]
        # Where the ends would be if the likelihood were normal.
        near = np.sqrt(squares[known] * variances[known])
        low, high = np.full((2, contrasts.shape[1]), np.nan)
        low[known] = self._reach(-lines, squares[known], near)
        high[known] = self._reach(lines, squares[known], near)
        return low, high

    @cached_property
    def _pairs(self) -> tuple[Places, Places]:
        met = np.triu((self.wins + self.wins.T) > 0, 1)
        one, other = np.nonzero(met)
        return one, other

    def _reach(self, lines: Array, squares: Array, near: Array) -> Array:
        """How far along each line (a column) twice the log-likelihood falls by its square, from `near` on."""
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
