"""Bradley-Terry strengths of many tables at once, by iterated Luce spectral ranking.

Maystre and Grossglauser, "Fast and Accurate Inference of Plackett-Luce Models" (2015). The strengths are the
stationary distribution of a Markov chain that moves from a player to those who beat it; each round weighs the
defeats by the strengths of the round before, until they converge.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from agonist.ratings.arrays import Array

CLOSE: Final = 1e-8
"""Strengths have converged when their mean change in a round is at most this."""


def strengths(wins: Array, *, regularisation: float = 0.0, rounds: int = 100) -> Array:
    """Strengths on the natural log scale, mean 0, for each table of a batch.

    `wins`: tables x players x players; `wins[t, i, j]` is how often i beat j, in any fractions.
    `regularisation` is the least rate between any two players. Without it a chain of wins must lead from each
    player to each in every table. Raises `ArithmeticError` if the strengths do not converge in `rounds`.

    >>> strengths(np.array([[[0.0, 3.0], [1.0, 0.0]]])).round(4)
    array([[ 0.5493, -0.5493]])
    """
    tables, players = wins.shape[:2]
    defeats = np.swapaxes(wins, 1, 2)
    theta = np.zeros((tables, players))
    left = np.arange(tables)
    for turn in range(rounds):
        weight = np.exp(theta[left])
        weight *= players / weight.sum(axis=1, keepdims=True)
        rates = regularisation + defeats[left] / (weight[:, :, None] + weight[:, None, :])
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.log(_stationary(rates))
            found -= found.mean(axis=1, keepdims=True)
            change = np.abs(found - theta[left]).sum(axis=1)
        theta[left] = found
        if not np.isfinite(found).all():
            break
        if turn:
            left = left[change > CLOSE * players]
        if not len(left):
            return theta
    raise ArithmeticError(f"Bradley-Terry strengths of {len(left)} tables do not settle")


def _stationary(rates: Array) -> Array:
    """The stationary distributions of Markov chains with these rates, up to a factor.

    Computed by the elimination of Grassmann, Taksar and Heyman (1985), which has no subtractions and so loses
    no precision.
    """
    rates = rates.copy()
    players = rates.shape[1]
    for last in range(players - 1, 0, -1):
        rates[:, :last, last] /= rates[:, last, :last].sum(axis=1, keepdims=True)
        rates[:, :last, :last] += rates[:, :last, last, None] * rates[:, last, None, :last]
    share = np.ones((len(rates), players))
    for next_ in range(1, players):
        share[:, next_] = np.einsum("ti,ti->t", share[:, :next_], rates[:, :next_, next_])
    return share
