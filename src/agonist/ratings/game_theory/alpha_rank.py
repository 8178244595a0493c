"""α-rank: how much of the time a population that imitates winners plays as each player.

Omidshafiei et al., "α-Rank: Multi-Agent Evaluation by Evolution" (Scientific Reports 2019). A population
plays as one player. Now and then one member tries another, who takes over the whole population with a
probability that grows with how much it wins against the first one (their equations 8 and 9). The shares are
those of the stationary distribution of this Markov chain.
"""

from __future__ import annotations

from math import inf
from typing import Final

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array

POPULATION: Final = 50
"""The members of the population, as in the paper."""

MUTATION: Final = 0.01
"""With infinite `alpha`, how likely a player takes over whom the other beats: it keeps the chain in one piece
(section 3 of their methods)."""

LEVEL: Final = 1e-14
"""Payoffs that differ by less are equal."""


def alpha_rank(payoffs: Array, alpha: float = inf, population: int = POPULATION) -> Array:
    """The share of each player, together 1.

    `payoffs[i, j]`: what i gets against j. `alpha`: how strongly members prefer what wins more; the limit by
    default, in which only who beats whom counts. Raises `UsageError` for less than two players.

    >>> alpha_rank(np.array([[0, 1], [-1, 0.0]])).round(2).tolist()
    [0.99, 0.01]
    """
    size = len(payoffs)
    if size < 2 or payoffs.shape != (size, size) or not alpha >= 0 or population < 2:
        raise UsageError("α-rank needs payoffs of two players at least, alpha from 0, and a population of 2")
    gain = payoffs.T - payoffs  # what j has more than i, where i is played and j tried
    chain = taken_over(gain, alpha, population) / (size - 1)
    np.fill_diagonal(chain, 0.0)
    np.fill_diagonal(chain, 1 - chain.sum(axis=1))
    return _stationary(chain)


def taken_over(gain: Array, alpha: float, population: int = POPULATION) -> Array:
    """How likely a member with so much more takes over the population, from 0 to 1.

    >>> taken_over(np.array([-1.0, 0.0, 1.0]), 1.0, 2).round(3).tolist()
    [0.269, 0.5, 0.731]
    """
    level = np.abs(gain) <= LEVEL
    if alpha == inf:
        return np.where(level, 0.5, np.where(gain > 0, 1 - MUTATION, MUTATION))
    power = np.where(level, 1.0, alpha * np.abs(gain))
    # Who wins takes over with (1 - exp(-u)) / (1 - exp(-m u)); who loses with exp(-(m - 1) u) times as much.
    winning = np.expm1(-power) / np.expm1(-population * power)
    found = np.where(gain > 0, winning, winning * np.exp(-(population - 1) * power))
    return np.where(level, 1 / population, found)


def _stationary(chain: Array) -> Array:
    """How much of the time the chain, which is in one piece, is in each state."""
    size = len(chain)
    # Grassmann, Taksar and Heyman (1985): without subtraction, so small shares keep their digits.
    rest = chain.copy()
    for last in range(size - 1, 0, -1):
        leaving = rest[last, :last].sum()
        if leaving <= 0:
            raise ArithmeticError("a player is never left: α-rank has no single distribution; lower alpha")
        rest[:last, last] /= leaving
        rest[:last, :last] += np.outer(rest[:last, last], rest[last, :last])
    found = np.ones(size)
    for state in range(1, size):
        found[state] = found[:state] @ rest[:state, state]
    return np.asarray(found / found.sum(), dtype=np.float64)
