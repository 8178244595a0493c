"""TrueSkill: skills as normal distributions, updated match by match.

Herbrich, Minka and Graepel, "TrueSkill: A Bayesian Skill Rating System" (2006). A player's
performance is normal around its skill; a side's is the sum of its players'; sides next to each
other in the ranking differ by more than a margin, or by less in a draw. The posterior is found by
expectation propagation. The paper passes messages along the graph; here the differences between
neighbours are kept as one joint normal distribution, which has the same fixed point, and stays
right when one player stands on two sides.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from math import pi, sqrt
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from scipy.special import erfcx, ndtri

from agonist.core.errors import UsageError
from agonist.ratings.result import Rating, Result, tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

TOLERANCE: Final = 1e-9
"""Sweeps end when no mean or variance moves by more than this part of a standard deviation."""

SWEEPS: Final = 1000


@dataclass(frozen=True, slots=True)
class Settings:
    """The constants of the model, with the paper's proportions."""

    mu: float = 25.0
    """The mean of an unknown player's skill."""

    sigma: float = 25 / 3
    """Its standard deviation."""

    beta: float = 25 / 6
    """The standard deviation of a performance around the skill."""

    tau: float = 25 / 300
    """How far a skill may drift between two matches, as a standard deviation."""

    draw_probability: float = 0.10
    """How often two equal players draw; with 0 no result may have a tie."""

    def __post_init__(self) -> None:
        if not (self.sigma > 0 and self.beta > 0 and self.tau >= 0 and 0 <= self.draw_probability < 1):
            raise UsageError(f"TrueSkill needs sigma, beta > 0, tau ≥ 0, 0 ≤ draw_probability < 1: {self}")


DEFAULT: Final = Settings()


@dataclass(frozen=True, slots=True)
class Skill:
    """What is believed of a player: a mean and a standard deviation."""

    mu: float
    sigma: float


def rate(
    results: Sequence[Result], settings: Settings = DEFAULT, players: Iterable[str] = ()
) -> dict[str, Rating]:
    """Everyone's skill after these results, in this order; low and high are mu ∓ 1.96 sigma.

    The order matters a little; see `rate_shuffled`. TrueSkill has no notion of a block or of a
    match's weight: both are disregarded, except that a result of weight 0 counts for nothing.

    Sides of unequal size are evened out: each counts as if it had the mean number of players, its own
    playing a part of the time or more than once (the partial play of Herbrich et al.). Summed as they are,
    one undercover would be expected to lose to four others as surely as one climber to a rope of four,
    and whoever played on both sides would gain or lose with everyone else.

    >>> ann = rate([Result((("ann",), ("bob",)), (1, 2))])["ann"]
    >>> f"{ann.rating:.3f} from {ann.low:.3f} to {ann.high:.3f}"
    '29.396 from 15.340 to 43.452'
    """
    used = [result for result in results if result.weight > 0]
    return _table(used, _skills(used, settings), players)


def rate_shuffled(
    results: Sequence[Result],
    settings: Settings = DEFAULT,
    players: Iterable[str] = (),
    *,
    orders: int = 20,
    seed: int = 0,
) -> dict[str, Rating]:
    """Like `rate`, the mean over random orders: for matches that were played side by side.

    The variance is the mean of the orders' variances and the variance between their means.
    """
    if orders < 1:
        raise UsageError(f"there must be at least one order, not {orders}")
    rng = np.random.default_rng(seed)
    used = sorted((r for r in results if r.weight > 0), key=lambda r: (r.teams, r.ranks))
    runs = [_skills([used[i] for i in rng.permutation(len(used))], settings) for _ in range(orders)]
    merged = {}
    for player in runs[0]:
        mus = np.array([run[player].mu for run in runs])
        within = np.mean([run[player].sigma ** 2 for run in runs])
        merged[player] = Skill(float(mus.mean()), float(np.sqrt(within + mus.var())))
    return _table(used, merged, players)


def update(
    sides: Sequence[Sequence[Skill]], ranks: Sequence[int], settings: Settings = DEFAULT
) -> list[list[Skill]]:
    """The skills after one match, in the same places; any number of sides of any size, 1 is the best rank.

    Sides on one rank are linked in the order given, as in the paper's chain; with three or more
    tied sides that order leaves a small trace.

    >>> update([[Skill(25, 25 / 3)], [Skill(25, 25 / 3)]], (1, 1))[0]
    [Skill(mu=25.0, sigma=6.457...)]
    """
    if len(sides) < 2 or not all(sides) or len(ranks) != len(sides):
        raise UsageError("a match needs two or more sides, players on each, and a rank for each")
    flat = [skill for side in sides for skill in side]
    seats = np.repeat(np.arange(len(sides)), [len(side) for side in sides])
    counts = (seats == np.arange(len(sides))[:, None]).astype(float)
    after = iter(_posterior(flat, counts, ranks, settings))
    return [[next(after) for _ in side] for side in sides]


def _table(results: Sequence[Result], skills: dict[str, Skill], players: Iterable[str]) -> dict[str, Rating]:
    table = tally(results, players)
    for player, row in table.items():
        if row.matches:
            mu, spread = skills[player].mu, 1.96 * skills[player].sigma
            table[player] = replace(row, rating=mu, low=mu - spread, high=mu + spread)
    return table


def _skills(results: Iterable[Result], settings: Settings) -> dict[str, Skill]:
    unknown = Skill(settings.mu, settings.sigma)
    skills: dict[str, Skill] = {}
    for result in results:
        names = sorted({name for side in result.teams for name in side})
        counts = np.array([[side.count(name) for name in names] for side in result.teams], dtype=float)
        before = [skills.get(name, unknown) for name in names]
        after = _posterior(before, counts, result.ranks, settings, even=True)
        skills.update(zip(names, after, strict=True))
    return skills


def _posterior(
    before: list[Skill],
    counts: Array,
    ranks: Sequence[int],
    settings: Settings,
    *,
    even: bool = False,
) -> list[Skill]:
    """Skills given the ranks; `counts[side, player]` says how often a player stands on a side.

    With `even`, each side counts as one of the mean size, its players playing a part of the time or more.
    """
    order = np.argsort(ranks, kind="stable")
    upper, lower = order[:-1], order[1:]
    ties = [ranks[i] == ranks[j] for i, j in zip(upper, lower, strict=True)]
    if any(ties) and not settings.draw_probability:
        raise UsageError("a match has a tie, but draw_probability is 0: set it above 0")
    mu = np.array([skill.mu for skill in before])
    variance = np.array([skill.sigma**2 for skill in before]) + settings.tau**2
    steps = np.zeros((len(ties), len(ranks)))
    steps[np.arange(len(ties)), upper] = 1
    steps[np.arange(len(ties)), lower] = -1
    sizes = counts.sum(axis=1)
    parts = sizes.mean() / sizes if even else np.ones(len(sizes))
    slopes = steps @ (counts * parts[:, None])
    prior = (slopes * variance) @ slopes.T + settings.beta**2 * (steps * sizes * parts**2) @ steps.T
    width = float(ndtri((settings.draw_probability + 1) / 2)) * settings.beta
    margins = [width * sqrt(sizes[i] + sizes[j]) for i, j in zip(upper, lower, strict=True)]
    means = slopes @ mu
    found, spread = _propagate(means, prior, margins, ties)
    # A skill depends on the ranks only through the differences, linearly: carry their news over.
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
                raise UsageError("skills lie too far apart for TrueSkill: thousands of standard deviations")
            variance = 1 / without
            centre = variance * (mean / here - shift[i])
            deviation = sqrt(variance)
            push, left = (_within if tie else _above)(centre / deviation, margins[i] / deviation)
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


def _above(centre: float, margin: float) -> tuple[float, float]:
    """Shift of the mean and the variance left, for a normal of variance 1 cut to what exceeds the margin."""
    x = centre - margin
    push = sqrt(2 / pi) / float(erfcx(-x / sqrt(2)))
    if x < -50:  # an upset: 1 - push * (push + x) would be lost to rounding
        y = 1 / (x * x)
        return push, y * (1 - y * (6 - y * (50 - y * 518)))
    return push, 1 - push * (push + x)


def _within(centre: float, margin: float) -> tuple[float, float]:
    """Shift of the mean and the variance left, for a normal of variance 1 cut to ± margin.

    By quadrature: the closed form subtracts nearly equal numbers where a draw is a surprise.
    """
    top, bottom = margin - abs(centre), -margin - abs(centre)
    nearest = min(top, 0.0)
    reach = sqrt(nearest**2 + 80)  # beyond it the density is below e^-40 of its peak
    top, bottom = min(top, reach), max(bottom, -reach)
    nodes, weights = _quadrature()
    offset = nodes * (top - bottom) / 2
    middle = (top + bottom) / 2
    density = weights * np.exp((nearest**2 - (middle + offset) ** 2) / 2)
    density /= density.sum()
    mean = float(density @ offset)
    push = middle + mean
    return (push if centre >= 0 else -push), float(density @ (offset - mean) ** 2)


@cache
def _quadrature() -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(64)
    return nodes, weights
