"""Bradley-Terry: P(i beats j) = 1 / (1 + exp(θj - θi)), fitted to all results at once.

Bradley and Terry, "Rank Analysis of Incomplete Block Designs" (1952). Draws are half a win each. A
result of several sides counts as every pair of them; between two sides of several players, each
meets each of the others, and together they count once. A player never meets itself.

The prior is `prior` virtual wins and as many defeats of each player against one more opponent, the same
for all. Without it an undefeated player has no finite estimate. Half of each, the default, also removes
most of the bias that maximum likelihood has with few matches, as Jeffreys' prior does (Firth 1993).

Intervals come from the penalised likelihood (`agonist.ratings.likelihood_intervals`), in units of the
cluster-robust variance of `agonist.ratings.sandwich`; virtual results count as evidence like any other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite, log
from typing import TYPE_CHECKING, Final

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array, Places
from agonist.ratings.connected_players import ISLAND, largest_group
from agonist.ratings.likelihood_intervals import Likelihood
from agonist.ratings.result_and_rating import ALONE, Rating, Result
from agonist.ratings.result_arrays import (
    Outcomes,
    Seats,
    encounters_of,
    numbered,
    outcomes_of,
    places_of,
    seats_of,
)
from agonist.ratings.sandwich import Spread, Wordings, rated, spread
from agonist.ratings.win_draw_loss import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


ELO: Final = 400 / log(10)
"""Elo points in one unit of the natural log scale: 400 points are odds of ten to one."""

PRIOR: Final = 0.5
"""Virtual wins, and as many virtual defeats, of each player."""

ENTRIES_AT_ONCE: Final = 2**15
"""Entries of the (block, player) table that are multiplied at a time: few enough for the processor's cache
and for a single thread, since several threads would wait for each other on a busy machine."""

STEPS: Final = 200
"""The most steps of Newton's method, which needs about 5, or 20 for a player who hardly ever loses."""


def fit(
    results: Sequence[Result],
    confidence: float = 0.95,
    *,
    prior: float = PRIOR,
    players: Iterable[str] = (),
) -> dict[str, Rating]:
    """Ratings on the natural log scale with mean 0, with intervals and ranges of ranks.

    Only the largest group of players who are connected by matches is rated; nobody, if two are largest. With
    `prior=0` it is the largest group in which a chain of wins leads from each player to each other: only then
    does the maximum-likelihood estimate exist (Ford 1957). The order of the results makes no difference.

    >>> wins = [Result((("ann",), ("bob",)), (1, 2))] * 2 + [Result((("ann",), ("bob",)), (2, 1))]
    >>> fit(wins, prior=0)["ann"].rating * 2
    0.6931...
    """
    if not 0 < confidence < 1 or not (isfinite(prior) and prior >= 0):
        raise UsageError(f"{prior=} must be at least 0, {confidence=} between 0 and 1")
    names = sorted(places_of(results, players))
    outcomes = outcomes_of(results, names)
    return fit_outcomes(outcomes, seats_of(outcomes), confidence, prior=prior)


def fit_outcomes(
    outcomes: Outcomes, seats: Seats, confidence: float = 0.95, *, prior: float = PRIOR
) -> dict[str, Rating]:
    """As `fit`, for results as columns with their seats; `names` must be in alphabetical order."""
    table = counted(seats)
    group, notes, found = estimate_from(meetings_from(outcomes), outcomes.names, prior)
    for name, note in notes.items():
        table[name] = replace(table[name], note=note)
    return table if found is None else table | rated(table, group, found, confidence)


def estimate(
    results: Sequence[Result], names: Sequence[str], prior: float = PRIOR
) -> tuple[list[str], dict[str, str], Spread | None]:
    """The names of the players who can be rated, a note on each other player, and the strengths with their
    variance."""
    return estimate_from(meetings_of(results, names), names, prior)


def estimate_from(
    meetings: Meetings, names: Sequence[str], prior: float = PRIOR
) -> tuple[list[str], dict[str, str], Spread | None]:
    """As `estimate`, from meetings; players are numbered by their places in `names`."""
    wins = meetings.wins(len(names))
    places, notes = _rated(wins, names, prior)
    if not len(places):
        return [], notes, None
    theta = strengths(wins[places[:, None], places], prior)
    found = _spread(theta, meetings.among(places, len(names)), prior)
    return [names[place] for place in places], notes, found


def elo(rating: Rating) -> Rating:
    """A rating converted from the natural log scale to the Elo scale, with the average player at 1500.

    >>> elo(Rating("ann", 1.0, None, None, 1, 1, 0, 0)).rating
    1673.7...
    """

    def scaled(number: float | None) -> float | None:
        return None if number is None else 1500 + ELO * number

    return replace(rating, rating=scaled(rating.rating), low=scaled(rating.low), high=scaled(rating.high))


def strengths(wins: Array, prior: float = 0.0) -> Array:
    """Maximum-likelihood strengths by Newton's method; with a prior, its virtual opponent has strength 0.

    `wins[i, j]` is how often i beat j, fractions allowed, with a diagonal of 0. Without a prior the mean of
    the strengths is 0. Raises `ArithmeticError` if the estimates do not exist (see `fit`).
    """
    size = len(wins)
    # Without a prior only differences count, and one more quadratic term, about as stiff as the others,
    # holds the mean at 0.
    held = 0.0 if prior else wins.sum() / size
    theta: Array = np.zeros(size)
    for _ in range(STEPS):
        # Written without 1 - p, so that a strong player's small probabilities of losing keep all their
        # digits.
        loses = 1 / (1 + np.exp(theta[:, None] - theta[None, :]))
        up, down = 1 / (1 + np.exp(theta)), 1 / (1 + np.exp(-theta))
        slope = (wins * loses).sum(axis=1) - (wins * loses).sum(axis=0) + prior * (up - down)
        curve = -(wins + wins.T) * loses * loses.T
        diagonal = 2 * prior * up * down - curve.sum(axis=1)
        curve = curve + held + np.diag(diagonal)
        try:
            step = np.linalg.solve(curve, slope)
        except np.linalg.LinAlgError:
            break
        # Within this distance the curvature changes too little for a step to overshoot.
        reach = max(float(step.max()), 0.0) - min(float(step.min()), 0.0)
        theta = theta + step * min(1.0, 1.5 / max(reach, 1e-300))
        if reach < 1e-8:  # the error is of the order of the square
            return theta
        if not np.isfinite(theta).all() or np.ptp(theta) > 600:
            break
    raise ArithmeticError("a Bradley-Terry table has no finite estimate")


@dataclass(frozen=True, slots=True)
class Meetings:
    """Every meeting of two players: both players, the block, the weight (`share`), and how much `one` won.

    Players and blocks are numbers from 0; `blocks` is the number of blocks.
    """

    block: Places
    one: Places
    other: Places
    share: Array
    point: Array
    blocks: int
    wording: Places | None = None
    """The number of each one's wording, where several were played; else `None`."""

    def wins(self, size: int) -> Array:
        cell = self.one * size + self.other, self.other * size + self.one
        won = np.bincount(cell[0], self.point, size * size)
        lost = np.bincount(cell[1], self.share - self.point, size * size)
        return np.asarray(won + lost, dtype=np.float64).reshape(size, size)

    def by_block(self, values: Array, size: int, *, of_other: bool = False) -> Array:
        """Sums of a value per meeting, by block and by player: the first of the two, or the other."""
        cell = self.block * size + (self.other if of_other else self.one)
        sums = np.bincount(cell, values, self.blocks * size)
        return np.asarray(sums, dtype=np.float64).reshape(self.blocks, size)

    def parts(self, size: int) -> Iterator[tuple[slice, Meetings]]:
        """The meetings, which must be ordered by block, in parts of whole blocks that fit into memory."""
        each = max(ENTRIES_AT_ONCE // max(size, 1), 64)
        for first in range(0, self.blocks, each):
            last = min(first + each, self.blocks)
            rows = slice(*np.searchsorted(self.block, (first, last)).tolist())
            yield rows, Meetings(
                self.block[rows] - first, self.one[rows], self.other[rows], self.share[rows],
                self.point[rows], last - first,
            )  # fmt: skip

    def shared_by(self, block: Places) -> Meetings:
        """The same meetings with these blocks, ordered by them."""
        order = np.argsort(block, kind="stable")
        one, other = self.one[order], self.other[order]
        blocks = int(block.max(initial=-1)) + 1
        return Meetings(block[order], one, other, self.share[order], self.point[order], blocks)

    def among(self, places: Places, size: int) -> Meetings:
        """The meetings among the players at these places, who are renumbered from 0."""
        new = np.full(size, -1)
        new[places] = np.arange(len(places))
        one, other = new[self.one], new[self.other]
        inside = (one >= 0) & (other >= 0)
        return Meetings(
            self.block[inside],
            one[inside],
            other[inside],
            self.share[inside],
            self.point[inside],
            self.blocks,
            None if self.wording is None else self.wording[inside],
        )


def meetings_of(results: Sequence[Result], names: Sequence[str]) -> Meetings:
    """The meetings in these results; two sides of several players count once together."""
    return meetings_from(outcomes_of(results, names))


def meetings_from(outcomes: Outcomes) -> Meetings:
    """As `meetings_of`, for results as columns."""
    found = encounters_of(outcomes)
    block, weight = outcomes.block[found.result], outcomes.weight[found.result]
    shares, points = weight * found.share, weight * found.point
    # Sorted independently of the order of results and sides, so that sums are rounded in the same way.
    wording = None if outcomes.wording is None else outcomes.wording[found.result]
    finest = np.zeros(len(block)) if wording is None else wording
    order = np.lexsort((points, shares, finest, found.other, found.one, block))
    order = order[shares[order] > 0]
    columns = [column[order] for column in (block, found.one, found.other)]
    worded = None if wording is None else wording[order]
    return Meetings(columns[0], columns[1], columns[2], shares[order], points[order], outcomes.blocks, worded)


def _spread(theta: Array, meetings: Meetings, prior: float) -> Spread:
    size = len(theta)
    loses = 1 / (1 + np.exp(theta[meetings.one] - theta[meetings.other]))
    curve = np.zeros((size, size))
    stiff = meetings.share * loses * (1 - loses)
    np.add.at(curve, (meetings.one, meetings.other), -stiff)
    curve = curve + curve.T
    chance = 1 / (1 + np.exp(-theta))
    curve -= np.diag(curve.sum(axis=1) - 2 * prior * chance * (1 - chance))
    if not prior:
        curve += np.trace(curve) / size

    def evidence(of: Meetings) -> Iterator[tuple[Array, Array]]:
        pull = of.point - of.share * (1 - 1 / (1 + np.exp(theta[of.one] - theta[of.other])))
        for rows, part in of.parts(size):
            scores = part.by_block(pull[rows], size) - part.by_block(pull[rows], size, of_other=True)
            sizes = part.by_block(part.share, size) + part.by_block(part.share, size, of_other=True)
            yield scores, sizes

    virtual = prior * (chance**2 + (1 - chance) ** 2)
    bread = np.asarray(np.linalg.inv(curve), dtype=np.float64)
    wins = meetings.wins(size)
    values = theta - theta.mean()
    found = spread(values, bread, evidence(meetings), virtual)
    met = wins.sum(axis=0) + wins.sum(axis=1)
    single = found.blocks > 0.99 * met  # a hundredth is rounding, and a weight that differs by a little
    found = replace(found, likelihood=Likelihood(wins, theta, bread, prior), single=single)
    if meetings.wording is None:
        return found
    each = numbered(meetings.block * (int(meetings.wording.max(initial=0)) + 1) + meetings.wording)[0]
    between, within = (
        spread(values, bread, evidence(meetings.shared_by(block))) for block in (meetings.wording, each)
    )
    return replace(found, single=np.zeros(size, dtype=bool), wordings=Wordings(between, within))


def _rated(wins: Array, names: Sequence[str], prior: float) -> tuple[Places, dict[str, str]]:
    """The places of the players who can be rated together, and a note for everyone else."""
    met = (wins > 0) | (wins.T > 0)
    places = largest_group(met if prior else wins > 0)
    notes = {}
    for i, name in enumerate(names):
        if not met[i].any():
            notes[name] = ALONE
        elif i in places:
            continue
        elif prior:
            notes[name] = ISLAND
        elif not wins[:, i].any():
            notes[name] = "never beaten: no finite estimate without a prior"
        elif not wins[i].any():
            notes[name] = "never won: no finite estimate without a prior"
        else:
            notes[name] = "wins against some go only one way: no finite estimate without a prior"
    return places, notes
