"""Intervals of Bradley-Terry ratings from the likelihood itself, which near certainty is far from symmetric.

Who won 19 of 20 may well win 99 of 100, and hardly 8 of 10: a symmetric interval around the estimate says
neither. So an end is where the logarithm of the penalised likelihood has fallen by half the square of the
quantile, along the least favourable line through the estimate (Stein 1956): that on which a rating, or the
difference of two, changes with the least loss of likelihood.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Places: TypeAlias = np.ndarray[Any, np.dtype[np.intp]]

DOUBLINGS: Final = 40
STEPS: Final = 50
"""Newton's method needs about six from beyond an end, since the fall is convex."""


@dataclass(frozen=True, slots=False)
class Likelihood:
    """What was won, the strengths estimated from it, and the inverse curvature there.

    `wins[i, j]` is how often i beat j. With a `prior`, its virtual opponent stands at 0.
    """

    wins: Array
    theta: Array
    bread: Array
    prior: float

    def variances(self, contrasts: Array) -> Array:
        """The model's own variance of each contrast, a column of weights of the players."""
        return np.asarray(np.einsum("ik,ij,jk->k", contrasts, self.bread, contrasts))

    def ends(self, contrasts: Array, squares: Array) -> tuple[Array, Array]:
        """How far below and above the estimate each contrast may lie; NaN where the square is NaN.

        `squares`: by how much twice the logarithm of the likelihood may fall, for each contrast.
        """
        lines = self.bread @ contrasts / self.variances(contrasts)
        known = np.isfinite(squares)
        low, high = np.full((2, contrasts.shape[1]), np.nan)
        low[known] = self._reach(-lines[:, known], squares[known])
        high[known] = self._reach(lines[:, known], squares[known])
        return low, high

    @cached_property
    def _pairs(self) -> tuple[Places, Places]:
        met = np.triu((self.wins + self.wins.T) > 0, 1)
        one, other = np.nonzero(met)
        return one, other

    def _reach(self, lines: Array, squares: Array) -> Array:
        """How far along each line, a column, twice the likelihood has fallen so much."""
        one, other = self._pairs
        gap, change = (self.theta[one] - self.theta[other])[:, None], lines[one] - lines[other]
        won, lost = self.wins[one, other][:, None], self.wins[other, one][:, None]
        start, prior = self.theta[:, None], self.prior

        def loss(gaps: Array, own: Array) -> Array:
            pairs = won * np.logaddexp(0, -gaps) + lost * np.logaddexp(0, gaps)
            virtual = prior * (np.logaddexp(0, -own) + np.logaddexp(0, own))
            return np.asarray(2 * (pairs.sum(axis=0) + virtual.sum(axis=0)))

        least = loss(gap, start)

        def fall(far: Array) -> Array:
            return loss(gap + far * change, start + far * lines) - least - squares

        def slope(far: Array) -> Array:
            beaten = 1 / (1 + np.exp(-np.clip(gap + far * change, -700, 700)))
            pairs = ((won + lost) * beaten - won) * change
            own = 1 / (1 + np.exp(-np.clip(start + far * lines, -700, 700)))
            return np.asarray(2 * (pairs.sum(axis=0) + (prior * (2 * own - 1) * lines).sum(axis=0)))

        far: Array = np.full(len(squares), 0.1)
        for _ in range(DOUBLINGS):
            short = fall(far) < 0
            if not short.any():
                break
            far = np.where(short, 2 * far, far)
        for _ in range(STEPS):
            step = fall(far) / slope(far)
            far = far - step
            if np.abs(step).max(initial=0) < 1e-9:
                return far
        raise ArithmeticError("the likelihood of a rating falls nowhere far enough for an interval")
