"""The numbers of our boards from arrays, by the functions that boards are made with.

`as_printed` makes them the long way, as reports do; the simulation holds both together in every cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, TypeAlias

import numpy as np

from agonist.core import Outcome
from agonist.match import Fixture
from agonist.metrics.head_to_head import pairs_of
from agonist.metrics.leaderboard import Method, leaderboard
from agonist.metrics.results import results_of
from agonist.ratings.bradley_terry import ELO, Meetings
from agonist.ratings.clustered_mean import clustered_means
from agonist.ratings.sandwich import Spread, rank_ranges
from agonist.ratings.wilson_intervals import shares
from agonist.store import StoredMatch

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Places: TypeAlias = np.ndarray[Any, np.dtype[np.intp]]
Ends: TypeAlias = tuple[Array, Array]
"""The ends of intervals, NaN where there is none; by player, or by pair of them."""


DIFFERENCES: Final = 60
"""About as many differences are looked at, of a board that has more."""


@dataclass(frozen=True)
class Matches:
    """Finished matches: who sat where, on which deal, what was scored; `block` is what they share."""

    fixtures: Sequence[Fixture]
    seating: Places
    deal: Places
    block: Places
    scores: Array
    wording: Places

    def plus(self, other: Matches) -> Matches:
        return Matches(
            [*self.fixtures, *other.fixtures],
            np.vstack([self.seating, other.seating]),
            np.concatenate([self.deal, other.deal]),
            np.concatenate([self.block, other.block]),
            np.vstack([self.scores, other.scores]),
            np.concatenate([self.wording, other.wording]),
        )

    def stored(self) -> list[StoredMatch]:
        """As the database has them."""
        rows = map(tuple, self.scores.tolist())
        return [
            StoredMatch(nth, "run", nth, fixture, "finished", scores=row, ranks=Outcome(row, "").ranks)
            for nth, (fixture, row) in enumerate(zip(self.fixtures, rows, strict=True))
        ]

    def meetings(self) -> Meetings:
        """Every two players of every match, ordered by block."""
        seats = self.seating.shape[1]
        one, other, point = [], [], []
        for a, b in combinations(range(seats), 2):
            won = (1 + np.sign(self.scores[:, a] - self.scores[:, b])) / 2
            turned = self.seating[:, a] > self.seating[:, b]
            one.append(np.where(turned, self.seating[:, b], self.seating[:, a]))
            other.append(np.where(turned, self.seating[:, a], self.seating[:, b]))
            point.append(np.where(turned, 1 - won, won))
        block = np.tile(self.block, len(one))
        order = np.argsort(block, kind="stable")
        columns = (np.concatenate(column)[order] for column in (one, other, point))
        firsts, others, points = columns
        wording = np.tile(self.wording, len(one))[order] if self.wording.any() else None
        blocks = 1 + int(self.block.max())
        return Meetings(block[order], firsts, others, np.ones(len(order)), points, blocks, wording)


@dataclass(frozen=True)
class Board:
    """All that is printed with an interval, and the best and worst rank of each."""

    rating: Ends
    win_rate: Ends
    score: Ends
    pair: Ends
    difference: Ends | None
    ranks: tuple[Sequence[int], Sequence[int]]


def board_of(
    matches: Matches,
    meetings: Meetings,
    spread: Spread,
    bounds: tuple[float, float] | None,
    level: float,
) -> Board:
    """The board of Bradley and Terry, the strengths having been found; `bounds` are those of scores."""
    size, seats = len(spread.values), matches.seating.shape[1]
    first = matches.scores == matches.scores.max(axis=1, keepdims=True)
    point = np.where(first, np.where(first.sum(axis=1, keepdims=True) > 1, 0.5, 1.0), 0.0).ravel()
    player, block = matches.seating.ravel(), np.repeat(matches.block, seats)
    rates = shares(player, block, np.ones(player.size), point, size, level)
    seen = bounds or (float(matches.scores.min()), float(matches.scores.max()))
    means = clustered_means(player, block, matches.scores.ravel(), size, seen, level)
    pair = meetings.one * size + meetings.other
    pairs = shares(pair, meetings.block, meetings.share, meetings.point, size * size, level)
    low, high = spread.intervals(level)
    least, most = np.full((2, size, size), np.nan)
    one, other = np.triu_indices(size, 1)
    some = slice(None, None, 1 + len(one) // DIFFERENCES)
    least[one[some], other[some]], most[one[some], other[some]] = spread.differences(
        level, one[some], other[some]
    )
    return Board(
        rating=(1500 + ELO * low, 1500 + ELO * high),
        win_rate=(rates[1], rates[2]),
        score=(means[1], means[2]),
        pair=(pairs[1].reshape(size, size), pairs[2].reshape(size, size)),
        difference=(ELO * least, ELO * most),
        ranks=rank_ranges(spread.better(level)),
    )


def as_printed(matches: Matches, names: Sequence[str], method: Method, level: float) -> Board:
    """The same as a report has it, for any method; without differences, which no report prints."""
    done, size = matches.stored(), len(names)
    rows = {row.player: row for row in leaderboard(done, method=method, confidence=level)}
    own = [rows[name] for name in names]
    low, high = np.full((2, size, size), np.nan)
    place = {name: at for at, name in enumerate(names)}
    for pair in pairs_of(results_of(done, "strict"), level):
        if place[pair.player] < place[pair.opponent] and pair.low is not None and pair.high is not None:
            at = place[pair.player], place[pair.opponent]
            low[at], high[at] = pair.low, pair.high
    return Board(
        rating=(_numbers([row.low for row in own]), _numbers([row.high for row in own])),
        win_rate=(_numbers([row.win_low for row in own]), _numbers([row.win_high for row in own])),
        score=(_numbers([row.score_low for row in own]), _numbers([row.score_high for row in own])),
        pair=(low, high),
        difference=None,
        ranks=([row.rank_low or 1 for row in own], [row.rank_high or size for row in own]),
    )


def same(one: Board, other: Board) -> bool:
    """Whether two boards print the same."""
    return one.ranks == other.ranks and all(
        np.allclose(mine, theirs, rtol=1e-6, atol=1e-6, equal_nan=True)
        for name in ("rating", "win_rate", "score", "pair")
        for mine, theirs in zip(getattr(one, name), getattr(other, name), strict=True)
    )


def _numbers(ends: Sequence[float | None]) -> Array:
    return np.array([np.nan if end is None else end for end in ends])
