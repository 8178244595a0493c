"""Bradley-Terry ratings with intervals from resampled matches, for each game and over all of them.

Over all games, matches are drawn with probabilities that give every game the same weight.

Percentile intervals are too narrow with few deals: in simulated tournaments of two players, nominal 90%
intervals from five deals covered the true value in 74% of cases. So the ends are more extreme percentiles,
by as much as Student's quantile exceeds the normal one (the expanded percentile interval; Hesterberg, "What
Teachers Should Know About the Bootstrap", 2015). With two players and 10 to 25 deals that still covers the
true value in only 86%, so an interval is at least as wide as that of `agonist.ratings.bradley_terry`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import nan, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings import bradley_terry
from agonist.ratings.arrays import Array, Places
from agonist.ratings.bradley_terry import Meetings
from agonist.ratings.luce_spectral_ranking import strengths
from agonist.ratings.result_and_rating import ALONE, Result, weighted

if TYPE_CHECKING:
    from scipy.sparse import csr_array


PAPER_REGULARISATION: Final = 0.001
"""The least rate between two players in GameBench's fit; not in the paper, but needed for its numbers."""

PAPER_ROUNDS: Final = 100
ROUNDS: Final = 10_000
"""The limits on rounds until strengths converge: GameBench's, and ours, which is enough for any table."""

NUMBERS_IN_MEMORY: Final = 2_000_000
"""The most numbers of win tables in memory at a time."""

LEVEL: Final = 0.9
"""The level of the intervals: GameBench's."""

LEAST_BLOCKS: Final = 10
"""The least number of blocks for percentiles: with fewer, nearly all resamples are alike."""

TOO_FEW: Final = f"fewer than {LEAST_BLOCKS} deals: no interval"

ALIKE: Final = "all deals ended alike: no interval"

UNDECIDED: Final = "no decisive match"
"""The note of a player who only drew."""


@dataclass(frozen=True, slots=True)
class Scored:
    """One match in a list of results: the players of each side, and the score of each side.

    A higher score is better. `block`: matches of one block share a deal, so they are drawn together.
    """

    game: str
    sides: tuple[tuple[str, ...], ...]
    scores: tuple[float, ...]
    block: str | None = None

    @property
    def is_shared(self) -> bool:
        """Whether the scores of two sides are shares of one point."""
        return len(self.scores) == 2 and min(self.scores) >= 0 and abs(sum(self.scores) - 1) < 1e-9

    @property
    def is_draw(self) -> bool:
        """Whether all sides have the same score."""
        return len(set(self.scores)) == 1

    def result(self) -> Result:
        """The match as a result with ranks."""
        order = sorted(set(self.scores), reverse=True)
        return Result(self.sides, tuple(order.index(score) + 1 for score in self.scores), self.block)


@dataclass(frozen=True, slots=True)
class Resampled:
    """One player's bootstrap results, on the natural log scale with the average player at 0.

    `low` and `high` are the ends of the 90% interval (in GameBench's own ratings the 5th and the 95th
    percentile), `lower` and `upper` the quartiles.
    `error` is the Monte Carlo error: the standard error of the mean of all resamples. `None` means that there
    is not enough evidence, and `note` says why.
    """

    player: str
    rating: float | None
    low: float | None
    high: float | None
    median: float | None
    lower: float | None
    upper: float | None
    error: float | None
    matches: int
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """As JSON; the quartiles are `q1` and `q3`."""
        return {
            "player": self.player,
            "rating": self.rating,
            "low": self.low,
            "high": self.high,
            "median": self.median,
            "q1": self.lower,
            "q3": self.upper,
            "monte_carlo_error": self.error,
            "matches": self.matches,
            "note": self.note,
        }


@dataclass(frozen=True, slots=True)
class Ratings:
    """Rows over all games (`overall`) and by game, best first. `warnings` concern the whole list."""

    overall: list[Resampled]
    games: dict[str, list[Resampled]]
    warnings: tuple[str, ...] = ()


def rate(
    matches: Sequence[Scored], *, resamples: int = 2000, seed: int = 0, shares: bool | None = None
) -> Ratings:
    """Bradley-Terry ratings from all matches: a draw is half a win, and the prior is that of all boards.

    `shares`: whether scores count as shares of a win (as in GameBench), not just the highest; by default, if
    all matches have scores that add up to 1. The rating is fitted to all matches, with equal weight for each
    game; the percentiles come from `resamples` resamples of whole blocks (see `expanded`). A player without a
    decisive match, or without a chain of matches to most others, has no rating. With fewer than
    `LEAST_BLOCKS` deals, or if all ended alike, there are no percentiles.
    """
    _expect(matches, resamples)
    by_shares = all(match.is_shared for match in matches) if shares is None else shares
    if by_shares and not all(match.is_shared for match in matches):
        raise UsageError("shares of a win need matches of two sides whose scores add up to 1")
    generator = np.random.default_rng(seed)
    by_game = _by_game(matches)
    games = {game: _rated(scored, by_shares, resamples, generator) for game, scored in by_game.items()}
    return Ratings(_rated(matches, by_shares, resamples, generator), games, _warnings(matches, by_game))


def rate_as_gamebench(matches: Sequence[Scored], *, resamples: int = 1000, seed: int = 0) -> Ratings:
    """GameBench's own ratings (Costarelli et al. 2024, tables 2 and 3), quirks included.

    Scores count as fractional wins. Draws are drawn, but left out of the fit. Every player of the list has a
    rating in every game, even in those it never played: that one comes from the regularisation alone. The
    rating is the mean of the resamples. The published numbers need 1,000 resamples, Python's own generator
    with seed 0, the games in alphabetical order, and the fit over all games made twice: the second counts.
    """
    _expect(matches, resamples)
    if not all(match.is_shared and len(match.sides[0]) == len(match.sides[1]) == 1 for match in matches):
        raise UsageError("the profile paper takes matches of two players whose scores add up to 1")
    names = _names(matches)
    rng = Random(seed)
    by_game = _by_game(matches)
    sizes = {game: len(played) for game, played in by_game.items()}

    def fitted(scored: Sequence[Scored]) -> list[Resampled]:
        chances = [1 / sizes[match.game] for match in scored]
        drawn = np.zeros((resamples, len(scored)))
        for row in drawn:
            np.add.at(row, rng.choices(range(len(scored)), chances, k=len(scored)), 1)
        points = _points(scored, names, shares=True, draws=False)
        found = _strengths(drawn, points, len(names), PAPER_REGULARISATION, prior=0.0)
        return _table(scored, names, found, found.mean(axis=0), {})

    games = {game: fitted(by_game[game]) for game in sorted(by_game)}
    fitted(matches)
    return Ratings(fitted(matches), games)


def _expect(matches: Sequence[Scored], resamples: int) -> None:
    if not matches:
        raise UsageError("there are no matches to rate")
    if resamples < 2:
        raise UsageError(f"resamples must be 2 or more, not {resamples}")


def _rated(
    matches: Sequence[Scored], shares: bool, resamples: int, generator: np.random.Generator
) -> list[Resampled]:
    names = _names(matches)
    results = weighted([match.result() for match in matches], [match.game for match in matches])
    group, notes, _ = bradley_terry.estimate(results, names)
    notes |= {name: UNDECIDED for name in group if _undecided(matches, name)}
    deals = {name: _independent(matches, name) for name in group}
    among = [at for at, match in enumerate(matches) if _players(match) <= set(group)]
    if len(group) < 2 or not among:
        return _table(matches, names, None, None, notes)
    chosen = [matches[at] for at in among]
    weights = np.array([results[at].weight for at in among])
    points = _points(chosen, group, shares=shares, draws=True)
    blocks = _blocks(chosen)
    by_block = np.bincount(blocks, weights)
    drawn = generator.multinomial(len(by_block), by_block / by_block.sum(), size=resamples)
    # Weights are the probabilities of drawing a block; all drawn blocks then count the same.
    each = (drawn * (by_block.mean() / by_block))[:, blocks] * weights
    places = [names.index(name) for name in group]
    found = np.full((resamples + 1, len(names)), np.nan)
    counts = np.vstack([weights, each])
    found[:, places] = _strengths(counts, points, len(group), 0.0, prior=bradley_terry.PRIOR)
    rows = _table(matches, names, found[1:], found[0], notes, deals)
    meetings = _meetings(points, weights, blocks, len(group))
    spread = bradley_terry.estimate_from(meetings, group)[2]
    low, high = (
        (dict(zip(group, ends, strict=True)) for ends in spread.intervals(LEVEL)) if spread else ({}, {})
    )
    return [
        _without_interval(row, TOO_FEW)
        if deals.get(row.player, 0) < LEAST_BLOCKS
        else _without_interval(row, ALIKE)
        if row.low == row.high
        else _at_least(row, low.get(row.player, nan), high.get(row.player, nan))
        for row in rows
    ]


def _meetings(points: csr_array, weights: Array, blocks: Places, players: int) -> Meetings:
    """The meetings in these matches; `points` has what each player won of each other."""
    cells = points.tocoo()
    one, other = np.divmod(cells.col, players)
    upper = one < other
    match, one, other = (np.asarray(at[upper], dtype=np.intp) for at in (cells.row, one, other))
    won = cells.data[upper]
    lost = points[match, other * players + one]
    order = np.argsort(blocks[match], kind="stable")
    share, point = weights[match] * (won + lost), weights[match] * won
    return Meetings(
        blocks[match][order], one[order], other[order], share[order], point[order], 1 + int(blocks.max())
    )


def _at_least(row: Resampled, low: float, high: float) -> Resampled:
    """The row with an interval that reaches at least these ends; NaN is no end."""
    if row.low is None or row.high is None:
        return row
    return replace(row, low=float(np.fmin(row.low, low)), high=float(np.fmax(row.high, high)))


def expanded(share: float, deals: int) -> float:
    """The percentile (0 to 1) to use in place of `share` for a sample of `deals` deals.

    >>> f"{expanded(0.05, 5):.3f} {expanded(0.05, 50):.3f} {expanded(0.95, 5):.3f}"
    '0.009 0.045 0.991'
    """
    from scipy.special import ndtr, stdtrit  # slow to load, as below

    return float(ndtr(sqrt(deals / (deals - 1)) * stdtrit(deals - 1, share))) if deals > 1 else share


def _without_interval(row: Resampled, why: str) -> Resampled:
    """The row without its percentiles and error; `why` becomes the note."""
    if row.rating is None:
        return row
    return replace(row, low=None, high=None, median=None, lower=None, upper=None, error=None, note=why)


def _independent(matches: Sequence[Scored], name: str) -> int:
    """The number of deals that a player has played."""
    played = [match for match in matches if name in _players(match)]
    return int(_blocks(played).max()) + 1 if played else 0


def _strengths(counts: Array, points: csr_array, players: int, regularisation: float, prior: float) -> Array:
    """Strengths (rows x players) for each row of `counts`: how often each match was drawn."""
    rows = max(1, NUMBERS_IN_MEMORY // (players + 1) ** 2)
    found = []
    for start in range(0, len(counts), rows):
        wins = (points.T @ counts[start : start + rows].T).T.reshape(-1, players, players)
        if prior:
            # An additional player whom everyone has beaten, and lost to, `prior` times.
            wins = np.pad(wins, ((0, 0), (0, 1), (0, 1)))
            wins[:, :players, players] = wins[:, players, :players] = prior
        rounds = ROUNDS if prior else PAPER_ROUNDS
        theta = strengths(wins, regularisation=regularisation, rounds=rounds)[:, :players]
        found.append(theta - theta.mean(axis=1, keepdims=True))
    return np.concatenate(found)


def _points(matches: Sequence[Scored], names: Sequence[str], *, shares: bool, draws: bool) -> csr_array:
    """Matches x ordered pairs of players: the first player's share of a win against the second, 0 to 1."""
    from scipy.sparse import csr_array

    place = {name: at for at, name in enumerate(names)}
    rows, columns, values = [], [], []
    for at, match in enumerate(matches):
        if match.is_draw and not draws:
            continue
        for one, other in combinations(range(len(match.sides)), 2):
            a, b = match.scores[one], match.scores[other]
            point = a if shares else 0.5 if a == b else float(a > b)
            share = 1 / (len(match.sides[one]) * len(match.sides[other]))
            for first in match.sides[one]:
                for second in match.sides[other]:
                    if first == second:
                        continue
                    i, j = place[first], place[second]
                    rows += [at, at]
                    columns += [i * len(names) + j, j * len(names) + i]
                    values += [point * share, (1 - point) * share]
    return csr_array((values, (rows, columns)), shape=(len(matches), len(names) ** 2))


def _table(
    matches: Sequence[Scored],
    names: Sequence[str],
    samples: Array | None,
    rating: Array | None,
    notes: Mapping[str, str],
    deals: Mapping[str, int] | None = None,
) -> list[Resampled]:
    """A row for each player; with `deals`, the number each played, ends are widened for few deals."""
    rows = []
    for at, name in enumerate(names):
        seen = sum(name in _players(match) for match in matches)
        if samples is None or rating is None or name in notes:
            nothing = (None,) * 7
            rows.append(Resampled(name, *nothing, matches=seen, note=notes.get(name, ALONE)))
            continue
        column = samples[:, at]
        ends = [share if deals is None else expanded(share, deals[name]) for share in (0.05, 0.95)]
        low, lower, median, upper, high = map(float, np.quantile(column, (ends[0], 0.25, 0.5, 0.75, ends[1])))
        error = float(column.std(ddof=1)) / sqrt(len(column))
        rows.append(Resampled(name, float(rating[at]), low, high, median, lower, upper, error, seen))
    return sorted(rows, key=lambda row: (row.rating is None, -(row.rating or 0.0), row.player))


def _warnings(matches: Sequence[Scored], by_game: Mapping[str, Sequence[Scored]]) -> tuple[str, ...]:
    found = []
    for name in _names(matches):
        others = set().union(*(_players(match) for match in matches if name in _players(match))) - {name}
        if len(others) == 1 and len(_names(matches)) > 2:
            found.append(f"{name} only met {min(others)}: its ratings rest on those matches alone")
    drawn = [game for game, scored in by_game.items() if all(match.is_draw for match in scored)]
    return (*found, *(f"every match of {game} is a draw" for game in drawn))


def _undecided(matches: Sequence[Scored], name: str) -> bool:
    return all(match.is_draw for match in matches if name in _players(match))


def _players(match: Scored) -> set[str]:
    return {name for side in match.sides for name in side}


def _names(matches: Sequence[Scored]) -> list[str]:
    return sorted(set().union(*map(_players, matches)))


def _by_game(matches: Sequence[Scored]) -> dict[str, list[Scored]]:
    found: dict[str, list[Scored]] = {}
    for match in matches:
        found.setdefault(match.game, []).append(match)
    return found


def _blocks(matches: Sequence[Scored]) -> np.ndarray[Any, np.dtype[np.intp]]:
    """The block of each match as a number; a match without one is a block of its own."""
    known: dict[tuple[str, object], int] = {}
    keys = [(m.game, at if m.block is None else f"block {m.block}") for at, m in enumerate(matches)]
    return np.array([known.setdefault(key, len(known)) for key in keys])
