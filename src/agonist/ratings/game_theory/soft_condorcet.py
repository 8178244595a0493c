"""Soft Condorcet optimisation: ratings with which as few votes as possible are contradicted.

Lanctot et al., "Soft Condorcet Optimization for Ranking of General Agents" (2024), their sigmoid loss
(section 3.1): each vote for a over b costs 1 / (1 + exp((r_a - r_b) / τ)). With a small τ that is the number
of contradicted votes, which the ranking of Kemeny and Young makes least.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array

LOWEST: Final = 0.0
HIGHEST: Final = 100.0
"""The bounds of ratings: who wins all votes would have no finite one otherwise."""


STEPS: Final = 500
"""Steps of the descent, after which ratings within the bounds keep six digits."""


def soft_condorcet(votes: Array, temperature: float = 1.0) -> Array:
    """The ratings, from 0 to 100, from a start in the middle.

    `votes[..., i, j]`: how many prefer i to j, fractions allowed; of several tables, each by itself. The loss
    isn't convex: what is found is where descent from the middle ends, as in the paper. It is Rprop's
    (Riedmiller and Braun 1993), which follows the signs of slopes, since slopes vanish far from the middle.

    >>> soft_condorcet(np.array([[0, 2.0], [1, 0]])).round(1).tolist()
    [100.0, 0.0]
    """
    if votes.ndim < 2 or votes.shape[-2] != votes.shape[-1] or not temperature > 0 or (votes < 0).any():
        raise UsageError("soft Condorcet needs a square table of votes from 0, and a temperature above 0")
    ratings = np.full(votes.shape[:-1], (LOWEST + HIGHEST) / 2)
    step, before = np.full(ratings.shape, temperature / 10), np.zeros(ratings.shape)
    for _ in range(STEPS):
        slope = loss(votes, ratings, temperature)[1]
        turned = before * slope
        step = np.clip(np.where(turned > 0, 1.2 * step, np.where(turned < 0, step / 2, step)), 1e-12, 10.0)
        before = np.where(turned < 0, 0.0, slope)
        ratings = np.clip(ratings - np.sign(before) * step, LOWEST, HIGHEST)
    return ratings


def loss(votes: Array, ratings: Array, temperature: float = 1.0) -> tuple[Array, Array]:
    """The smoothed number of contradicted votes, and its slope by each rating."""
    wrong = 1 / (1 + np.exp((ratings[..., :, None] - ratings[..., None, :]) / temperature))
    steep = votes * wrong * (1 - wrong) / temperature
    slope = steep.sum(axis=-2) - steep.sum(axis=-1)
    return np.asarray((votes * wrong).sum(axis=(-2, -1))), np.asarray(slope, dtype=np.float64)
