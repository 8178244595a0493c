"""TrueSkill fitted to all matches at once, so that their order makes no difference.

The model is TrueSkill's without drift between matches (TrueSkill Through Time, Dangauthier et al. 2007, with
a single point in time). The joint posterior of all skills is found by expectation propagation over all
matches until it converges. The paper's single pass over the matches depends on their order and drops the
correlations between skills: its intervals covered the true value in half of the cases
(`docs/statistics.md`). Those here come from the cluster-robust variance of `agonist.ratings.sandwich`.

Sides of unequal size are normalised: each counts as if it had the mean number of players, whose performances
have weights below or above 1 (the partial play of Herbrich et al.). With plain sums, a single undercover
would be expected to lose to four others, as one climber to a rope team of four.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt
from typing import Any, Final, TypeAlias

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array, Places
from agonist.ratings.connected_players import ISLAND, blocks_of, largest_group
from agonist.ratings.distributions import expect_confidence
from agonist.ratings.result_and_rating import ALONE, Rating, Result
from agonist.ratings.sandwich import Spread, rated, spread
from agonist.ratings.trueskill.model import DEFAULT, TrueSkillSettings
from agonist.ratings.trueskill.truncated_normal import above, within
from agonist.ratings.win_draw_loss import tally

TOLERANCE: Final = 1e-6
"""Sweeps end when no site changes by more than this part of the variance."""

SWEEPS: Final = 2000

Sides: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""The places of the players of each side, in groups of equal rank, the best group first."""


def fit(
    results: Sequence[Result],
    confidence: float = 0.95,
    *,
    settings: TrueSkillSettings = DEFAULT,
    players: Iterable[str] = (),
) -> dict[str, Rating]:
    """Skills with intervals and ranges of ranks; the mean of all players is `settings.mu`.

    Only the largest group of players who are connected by matches is rated; nobody, if two are largest.
    `settings.tau` is not used. Neither the order of the results nor the names make a difference.

    >>> ann = fit([Result((("ann",), ("bob",)), (1, 2))] * 3)["ann"]
    >>> f"{ann.rating:.1f} from {ann.low:.1f} to {ann.high:.1f}"
    '31.1 from 13.6 to 48.6'
    """
    expect_confidence(confidence)
    table = tally(results, players)
    names = list(table)
    used = [result for result in results if result.weight > 0]
    group = [names[place] for place in largest_group(_met(used, names))]
    met = {name for result in used for name in _players(result)}
    for name in names:
        if name not in group:
            note = ISLAND if name in met and table[name].matches else ALONE
            table[name] = replace(table[name], note=note)
    if not group:
        return table
    return table | rated(table, group, _estimate(used, group, settings), confidence)


def _players(result: Result) -> list[str]:
    return [name for side in result.teams for name in side]


def _met(results: Sequence[Result], names: Sequence[str]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    place = {name: index for index, name in enumerate(names)}
    met = np.zeros((len(names), len(names)), dtype=bool)
    for result in results:
        places = sorted({place[name] for name in _players(result)})
        met[np.ix_(places, places)] = True
    return met


@dataclass
class _Batch:
    """Kinds of matches of one shape: the same number of differences between sides, and of players.

    Matches of one kind have the same players on the same sides with the same ranks, and so the same sites.
    Arrays are indexed by kind, then difference, then player.
    """

    players: Places
    slopes: Array
    noise: Array
    margin: Array
    tie: np.ndarray[Any, np.dtype[np.bool_]]
    times: Array
    """The weights of a kind's matches, added up."""
    precision: Array
    shift: Array

    def messages(self) -> tuple[Array, Array]:
        """The message from a match of each kind to its players: a precision matrix, and a shift."""
        inverse, turned = self._inverse(), self.slopes.transpose(0, 2, 1)
        weight = inverse @ (self.precision[:, :, None] * self.slopes)
        return turned @ weight, (turned @ inverse @ self.shift[:, :, None])[:, :, 0]

    def scores(self, mean: Array) -> Array:
        """The gradient of each kind's log-likelihood with respect to its players' skills."""
        expected = (self.slopes @ mean[self.players][:, :, None])[:, :, 0]
        left = (self.shift - self.precision * expected)[:, :, None]
        return (self.slopes.transpose(0, 2, 1) @ self._inverse() @ left)[:, :, 0]

    def refine(self, mean: Array, covariance: Array, step: float) -> float:
        """Update the sites from everyone's skills; returns the largest change, relative to a variance."""
        slopes, noise = self.slopes, self.noise
        inverse = self._inverse()
        weight = inverse * self.precision[:, None, :]  # of the differences, noise included
        expected = (slopes @ mean[self.players][:, :, None])[:, :, 0]
        left = (self.shift - self.precision * expected)[:, :, None]
        middle = expected + (noise @ inverse @ left)[:, :, 0]
        rest = np.eye(noise.shape[1]) - noise @ weight
        skills = covariance[self.players[:, :, None], self.players[:, None, :]]
        spread = rest @ slopes @ skills @ slopes.transpose(0, 2, 1) @ rest.transpose(0, 2, 1)
        variance = np.einsum("kii->ki", noise - noise @ weight @ noise + spread)
        without = 1 / variance - self.precision
        if not (without > 0).all():
            raise ArithmeticError("TrueSkill lost the variance of a difference")
        cavity = (middle / variance - self.shift) / without
        deviation = 1 / np.sqrt(without)
        cuts = cavity / deviation, self.margin / deviation
        push, remains = above(*cuts)
        if self.tie.any():
            push_tied, remains_tied = within(*cuts)
            push, remains = np.where(self.tie, push_tied, push), np.where(self.tie, remains_tied, remains)
        precision = (1 / remains - 1) * without
        shift = (cavity + deviation * push) / remains * without - cavity * without
        moves = (precision - self.precision) * variance, (shift - self.shift) * np.sqrt(variance)
        self.precision = self.precision + step * (precision - self.precision)
        self.shift = self.shift + step * (shift - self.shift)
        return max(float(np.abs(move).max()) for move in moves)

    def _inverse(self) -> Array:
        size = self.noise.shape[1]
        inner = np.eye(size) + self.precision[:, :, None] * self.noise
        return np.asarray(np.linalg.inv(inner), dtype=np.float64)


def _estimate(results: Sequence[Result], group: Sequence[str], settings: TrueSkillSettings) -> Spread:
    """The skills of a connected group of players, with their variance."""
    place = {name: index for index, name in enumerate(group)}
    used = [result for result in results if set(_players(result)) <= place.keys()]
    kinds = [_kind(result, place) for result in used]
    times = Counter[Sides]()
    for kind, result in zip(kinds, used, strict=True):
        times[kind] += result.weight  # type: ignore[assignment]  # weights are fractions
    shapes: defaultdict[tuple[int, int], list[tuple[Sides, float]]] = defaultdict(list)
    for kind, weight in sorted(times.items()):
        shapes[_shape(kind)].append((kind, weight))
    batches = {shape: _batch(of_shape, settings) for shape, of_shape in shapes.items()}
    mean, covariance = _settled(list(batches.values()), len(group), settings)
    blocks, count = blocks_of([result.block for result in used])
    row = {kind: (shape, nth) for shape, of_shape in shapes.items() for nth, (kind, _) in enumerate(of_shape)}
    pulls = {shape: batch.scores(mean) for shape, batch in batches.items()}
    scores, sizes = np.zeros((2, count, len(group)))
    for block, kind, result in zip(blocks, kinds, used, strict=True):
        shape, nth = row[kind]
        of_shape = batches[shape].players[nth]
        scores[block, of_shape] += result.weight * pulls[shape][nth]
        sizes[block, of_shape] += result.weight
    prior = np.full(len(group), settings.sigma**-2)
    found = spread(mean, covariance, [(scores, sizes)], prior, at_least_model=True)
    return replace(found, values=mean - mean.mean() + settings.mu)


def _settled(batches: Sequence[_Batch], size: int, settings: TrueSkillSettings) -> tuple[Array, Array]:
    """Mean and covariance of all skills, once the sites have converged."""
    step, last = 1.0, np.inf
    for sweep in range(SWEEPS):
        total = np.eye(size) * settings.sigma**-2
        shift = np.full(size, settings.mu * settings.sigma**-2)
        for batch in batches:
            weights, news = batch.messages()
            at = batch.players
            np.add.at(total, (at[:, :, None], at[:, None, :]), batch.times[:, None, None] * weights)
            np.add.at(shift, at, batch.times[:, None] * news)
        covariance = np.asarray(np.linalg.inv(total), dtype=np.float64)
        mean = covariance @ shift
        moved = max(batch.refine(mean, covariance, step) for batch in batches)
        if moved < TOLERANCE:
            return mean, covariance
        if sweep > 10 and moved > last:
            step = max(step / 2, 0.05)
        last = moved
    raise ArithmeticError(f"TrueSkill found no fixed point in {SWEEPS} sweeps")


def _kind(result: Result, place: dict[str, int]) -> Sides:
    groups: defaultdict[int, list[tuple[int, ...]]] = defaultdict(list)
    for side, rank in zip(result.teams, result.ranks, strict=True):
        groups[rank].append(tuple(sorted(place[name] for name in side)))
    return tuple(tuple(sorted(groups[rank])) for rank in sorted(groups))


def _shape(kind: Sides) -> tuple[int, int]:
    return len(_links(kind)), len({place for group in kind for side in group for place in side})


def _links(kind: Sides) -> list[tuple[int, int, bool]]:
    """Pairs of sides, counted from the best, to compare: all of one rank, and those of neighbouring ranks.

    The paper's chain links tied sides in the order in which they are listed.
    """
    found, first = [], 0
    bounds = []
    for group in kind:
        bounds.append(range(first, first + len(group)))
        first += len(group)
    for bound in bounds:
        found += [(one, other, True) for one in bound for other in bound if one < other]
    for upper, lower in pairwise(bounds):
        found += [(one, other, False) for one in upper for other in lower]
    return found


def _batch(kinds: Sequence[tuple[Sides, float]], settings: TrueSkillSettings) -> _Batch:
    width = settings.margin
    rows = []
    for kind, _ in kinds:
        links = _links(kind)
        sides = [side for group in kind for side in group]
        if not settings.draw_probability and any(tie for _, _, tie in links):
            raise UsageError("a match has a tie, but draw_probability is 0: set it above 0")
        places = sorted({place for side in sides for place in side})
        sizes = np.array([len(side) for side in sides], dtype=float)
        parts = sizes.mean() / sizes
        counts = np.array([[side.count(place) for place in places] for side in sides]) * parts[:, None]
        steps = np.zeros((len(links), len(sides)))
        for nth, (one, other, _) in enumerate(links):
            steps[nth, one], steps[nth, other] = 1, -1
        noise = settings.beta**2 * (steps * (sizes * parts**2)) @ steps.T
        margins = [width * sqrt(sizes[one] + sizes[other]) for one, other, _ in links]
        rows.append((places, steps @ counts, noise, margins, [tie for _, _, tie in links]))
    columns = [np.array(column) for column in zip(*rows, strict=True)]
    nothing = np.zeros(columns[3].shape)
    weights = np.array([weight for _, weight in kinds])
    players, slopes, noise, margin, tie = columns
    return _Batch(players, slopes, noise, margin, tie, weights, nothing, nothing.copy())
