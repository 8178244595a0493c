"""Updating skills after one match.

A player's performance is normal around its skill; a side's is the sum of its players'; sides next to each
other in the ranking differ by more than a margin, or by less in a draw. The posterior is found by
expectation propagation. The paper passes messages along the graph; here the differences between
neighbours are kept as one joint normal distribution, which has the same fixed point.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array
from agonist.ratings.trueskill.model import DEFAULT, Skill, TrueSkillSettings
from agonist.ratings.trueskill.truncated_normal import above, within

if TYPE_CHECKING:
    from collections.abc import Sequence


TOLERANCE: Final = 1e-9
"""Sweeps end when no mean or variance changes by more than this part of a standard deviation."""

SWEEPS: Final = 1000

NO_TIES: Final = "a match has a tie, but draw_probability is 0: set it above 0"


def update(
    sides: Sequence[Sequence[Skill]], ranks: Sequence[int], settings: TrueSkillSettings = DEFAULT
) -> list[list[Skill]]:
    """The skills after one match, in the same order; any number of sides of any size, 1 is the best rank.

    Sides on one rank are linked in the order given, as in the paper's chain; with three or more
    tied sides that order leaves a small trace.

    >>> update([[Skill(25, 25 / 3)], [Skill(25, 25 / 3)]], (1, 1))[0]
    [Skill(mu=25.0, sigma=6.457...)]
    """
    if len(sides) < 2 or not all(sides) or len(ranks) != len(sides):
        raise UsageError("a match needs at least two sides, each with players and a rank")
    if len(sides) == 2 and len(sides[0]) == len(sides[1]) == 1:
        return [[skill] for skill in _duel(sides[0][0], sides[1][0], ranks, settings)]
    flat = [skill for side in sides for skill in side]
    seats = np.repeat(np.arange(len(sides)), [len(side) for side in sides])
    counts = (seats == np.arange(len(sides))[:, None]).astype(float)
    after = iter(_posterior(flat, counts, ranks, settings))
    return [[next(after) for _ in side] for side in sides]


def _duel(one: Skill, other: Skill, ranks: Sequence[int], settings: TrueSkillSettings) -> tuple[Skill, Skill]:
    """`update` for a match of two players, which has a closed form (Herbrich et al., section 4)."""
    tie = ranks[0] == ranks[1]
    if tie and not settings.draw_probability:
        raise UsageError(NO_TIES)
    sign = -1 if ranks[0] > ranks[1] else 1
    variances = one.sigma**2 + settings.tau**2, other.sigma**2 + settings.tau**2
    total = sum(variances) + 2 * settings.beta**2
    scale = sqrt(total)
    margin = settings.margin * sqrt(2)
    cut = within if tie else above
    push, left = map(float, cut(np.array(sign * (one.mu - other.mu) / scale), np.array(margin / scale)))
    return (
        _pushed(one, variances[0], sign * push / scale, (1 - left) / total),
        _pushed(other, variances[1], -sign * push / scale, (1 - left) / total),
    )


def _pushed(skill: Skill, variance: float, push: float, known: float) -> Skill:
    return Skill(skill.mu + variance * push, sqrt(variance * (1 - variance * known)))


def _posterior(
    before: list[Skill],
    counts: Array,
    ranks: Sequence[int],
    settings: TrueSkillSettings,
) -> list[Skill]:
    """Skills given the ranks; `counts[side, player]` says how often a player stands on a side."""
    order = np.argsort(ranks, kind="stable")
    upper, lower = order[:-1], order[1:]
    ties = [ranks[i] == ranks[j] for i, j in zip(upper, lower, strict=True)]
    if any(ties) and not settings.draw_probability:
        raise UsageError(NO_TIES)
    mu = np.array([skill.mu for skill in before])
    variance = np.array([skill.sigma**2 for skill in before]) + settings.tau**2
    steps = np.zeros((len(ties), len(ranks)))
    steps[np.arange(len(ties)), upper] = 1
    steps[np.arange(len(ties)), lower] = -1
    sizes = counts.sum(axis=1)
    slopes = steps @ counts
    prior = (slopes * variance) @ slopes.T + settings.beta**2 * (steps * sizes) @ steps.T
    width = settings.margin
    margins = [width * sqrt(sizes[i] + sizes[j]) for i, j in zip(upper, lower, strict=True)]
    means = slopes @ mu
    found, spread = _propagate(means, prior, margins, ties)
    # A skill depends on the ranks only through the differences, linearly: propagate their change.
    gain = np.linalg.solve(prior, slopes * variance)
    mu = mu + gain.T @ (found - means)
    variance = variance - np.einsum("ip,ij,jp->p", gain, prior - spread, gain)
    return [Skill(float(m), sqrt(v)) for m, v in zip(mu, variance, strict=True)]


def _propagate(means: Array, prior: Array, margins: list[float], ties: list[bool]) -> tuple[Array, Array]:
    """Mean and covariance of the differences, given that each is above, or within, its margin."""
    found, spread = means.copy(), prior.copy()
    precision, shift = [0.0] * len(ties), [0.0] * len(ties)
    for _ in range(SWEEPS):
        moved = 0.0
        for i, tie in enumerate(ties):
            column = spread[:, i].copy()
            here, mean = float(column[i]), float(found[i])
            without = 1 / here - precision[i]
            if not without > 0:
                raise UsageError("skills are too far apart for TrueSkill: thousands of standard deviations")
            variance = 1 / without
            centre = variance * (mean / here - shift[i])
            deviation = sqrt(variance)
            cut = within if tie else above
            push, left = map(float, cut(np.array(centre / deviation), np.array(margins[i] / deviation)))
            new_precision = (1 / left - 1) / variance
            new_shift = (centre + deviation * push) / (left * variance) - centre / variance
            more, turn = new_precision - precision[i], new_shift - shift[i]
            precision[i], shift[i] = new_precision, new_shift
            scale = 1 + more * here
            jump = (turn - more * mean) / scale
            found += jump * column
            spread -= (more / scale) * np.outer(column, column)
            moved = max(moved, abs(jump) * sqrt(here), abs(more / scale) * here)
        if len(ties) == 1 or moved < TOLERANCE:
            return found, spread
    raise ArithmeticError(f"TrueSkill found no fixed point in {SWEEPS} sweeps over {len(ties) + 1} sides")
