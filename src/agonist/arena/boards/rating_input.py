"""The matches of a board, collected from all groups into the columns that ratings need."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from agonist.arena.boards.match_arrays import Array, Columns, Hashes, Numberings, Truths, Variant
from agonist.metrics.leaderboard import Row, rows_from
from agonist.metrics.mean_scores import Score, ScoredSeats, score_range, scores_of
from agonist.players.unique_names import is_yardstick
from agonist.ratings.arrays import Places
from agonist.ratings.result_and_rating import even_weights
from agonist.ratings.result_arrays import Alike, Outcomes, numbered

NO_WEIGHTS: Final[Mapping[str, float]] = MappingProxyType({})

TREND_PARTS: Final = 8
"""How many parts a trend has: a player's matches, oldest first, each part with its win rate."""

DEAL_MIXER: Final = np.uint64(0x9E3779B97F4A7C15)
"""Mixes the players of a match into the hash of its deal."""


class RatingInput:
    """Chosen matches of all groups. Results do not depend on when the matches ended: they are as if the
    matches had been read in the order of their ids.

    `weights`: what games with their options count, 1 for those without one; empty: all games the same.
    """

    def __init__(
        self, chosen: Sequence[Columns], numbers: Numberings, weights: Mapping[str, float] = NO_WEIGHTS
    ) -> None:
        self._weights, self._numbers = weights, numbers
        self.columns = [columns for columns in chosen if len(columns)]
        self._variants = numbers.variants.values
        used = np.zeros(len(numbers.players.values), dtype=bool)
        for columns in self.columns:
            used[columns.players] = True
        # Specifications that mean one player have one name, though each has a number.
        board_names = [numbers.board_name(player) for player in numbers.players.values]
        self.names = sorted({name for name, there in zip(board_names, used.tolist(), strict=True) if there})
        """The names of everybody in these matches, sorted."""
        self._yardsticks = {
            name
            for name, player in zip(board_names, numbers.players.values, strict=True)
            if is_yardstick(name, player[1])
        }
        place = {name: nth for nth, name in enumerate(self.names)}
        # -1 for players without a match here: no column has their number.
        self._place = np.array([place.get(name, -1) for name in board_names], dtype=np.intp)

    @cached_property
    def matches(self) -> int:
        """The number of matches."""
        return sum(map(len, self.columns))

    def rows(self) -> list[Row]:
        """The rows of the board, computed as on the command line."""
        if not self.columns:
            return []
        return rows_from(self.outcomes(), self._seated(), self._scores(), self._yardsticks)

    def by_part(self) -> dict[str, RatingInput]:
        """The matches of each game with its options."""
        parts: dict[str, list[int]] = {}
        for at in sorted({int(at) for columns in self.columns for at in np.unique(columns.variants)}):
            variant = self._variants[at]
            parts.setdefault(variant.part or variant.game, []).append(at)
        return {
            part: RatingInput(
                [columns.only(np.isin(columns.variants, among)) for columns in self.columns], self._numbers
            )
            for part, among in parts.items()
        }

    def to_measure(self) -> list[tuple[Places, Places]]:
        """Ids of the matches without a forfeit, and for each the players by seat, as places in `names`."""
        found = []
        for columns in self.columns:
            measurable = columns.only(np.asarray(~columns.forfeits.any(axis=1)))
            found.append((measurable.ids, self._players(measurable)))
        return found

    def trends(self) -> dict[str, tuple[float, ...]]:
        """The win rates of each player in equal parts of their contests, in the order in which they ended."""
        contests = [columns for columns in self.columns if columns.group.contest]
        if not contests:
            return {}
        seats = [columns.group.seats for columns in contests]
        ended, ids = (
            np.concatenate(
                [
                    np.repeat(getattr(columns, name), size)
                    for columns, size in zip(contests, seats, strict=True)
                ]
            )
            for name in ("ended", "ids")
        )
        players = np.concatenate([self._players(columns).ravel() for columns in contests])
        points = np.concatenate([columns.points().ravel() for columns in contests])
        # By player, then in time; ids decide between matches that ended in one moment, so that trends do
        # not depend on the order of reading.
        order = np.lexsort((ids, ended, players))
        # Points are halves, so that these sums are exact.
        total = np.concatenate([[0.0], np.cumsum(points[order])])
        ends = np.cumsum(np.bincount(players, minlength=len(self.names)))
        found, first = {}, 0
        for name, last in zip(self.names, ends.tolist(), strict=True):
            if last - first >= TREND_PARTS:
                found[name] = _in_parts(total, first, last)
            first = last
        return found

    def _players(self, columns: Columns) -> Places:
        return np.asarray(self._place[columns.players])

    def outcomes(self) -> Outcomes:
        """The results of all contests, each game with what it counts."""
        contests = [columns for columns in self.columns if columns.group.contest]
        if not contests:
            nothing = np.zeros(0, dtype=np.intp)
            return Outcomes(tuple(self.names), [], nothing, 0, np.zeros(0))
        # Groups are in the order of reading, which may differ from one process to the next. The sums of a fit
        # depend on the order in their last digits, so matches are numbered by their ids.
        ids = np.concatenate([columns.ids for columns in contests])
        order = np.argsort(ids)
        number = np.empty_like(order)
        number[order] = np.arange(len(order))
        hashes = np.concatenate([self._deals(columns) for columns in contests])
        game, counting = self._games(contests)
        # Matches with equally large sides have tables of one width, so each size is one array.
        parts: dict[tuple[int, ...], list[tuple[Places, Places, Places]]] = {}
        first = 0
        for columns in contests:
            numbers = number[first : first + len(columns)]
            first += len(columns)
            sides = columns.group.sides
            seats = [seat for side in sides for seat in side]
            parts.setdefault(tuple(map(len, sides)), []).append(
                (numbers, self._players(columns)[:, seats], columns.places)
            )
        block, blocks = numbered(hashes[order])
        alike = [_joined(sizes, numbers) for sizes, numbers in sorted(parts.items())]
        game = game[order]
        several = game if game.max() else None
        return Outcomes(tuple(self.names), alike, block, blocks, even_weights(game, counting), several)

    def _games(self, contests: Sequence[Columns]) -> tuple[Places, list[float]]:
        """The number of each match's game, or with weights of its game with options, and what each counts."""
        games: dict[str, int] = {}
        if not self._weights:
            numbers = [games.setdefault(columns.group.game, len(games)) for columns in contests]
            return np.repeat(numbers, [len(columns) for columns in contests]), []
        parts = [each.part or each.game for each in self._variants]
        of_variant = np.array([games.setdefault(part, len(games)) for part in parts], dtype=np.intp)
        game = np.concatenate([of_variant[columns.variants] for columns in contests])
        return game, [self._weights.get(part, 1.0) for part in games]

    def _deals(self, columns: Columns) -> Hashes:
        """The number of each match's block: its deal, or its deal together with the seating."""
        deals = columns.deals.copy()
        # Where chance deals nothing, only repetitions by the same players are one piece of evidence: see
        # `agonist.metrics.results.block_of`.
        alone = ~columns.shared
        mixed = deals[alone] ^ DEAL_MIXER
        for seat in self._players(columns)[alone].T:
            mixed = mixed * DEAL_MIXER + seat.astype(np.uint64)
        deals[alone] = mixed
        return deals

    def _seated(self) -> dict[str, int]:
        found = np.zeros(len(self.names), dtype=np.intp)
        for columns in self.columns:
            players = self._players(columns)
            for seat in range(columns.group.seats):
                # Who has several seats of a match has played one match.
                again = (players[:, :seat] == players[:, seat : seat + 1]).any(axis=1)
                found += np.bincount(players[~again, seat], minlength=len(found))
        return dict(zip(self.names, found.tolist(), strict=True))

    def _scores(self) -> Mapping[str, Score]:
        """Mean scores, if all matches are of one game with the same options."""
        variants = {int(at) for columns in self.columns for at in np.unique(columns.variants)}
        if len({self._variants[at].part for at in variants}) != 1:
            return {}
        # The bounds of a score depend on options; the first match decides, as on the command line.
        first = min(self.columns, key=lambda columns: columns.ids.min())
        variant: Variant = self._variants[int(first.variants[first.ids.argmin()])]

        def together(of: Callable[[Columns], Array | Places | Truths | Hashes]) -> Any:
            return np.concatenate([of(columns).ravel() for columns in self.columns])

        def by_seat(values: Any, columns: Columns) -> Any:
            return np.repeat(values, columns.group.seats)

        order = np.argsort(together(lambda columns: by_seat(columns.ids, columns)), kind="stable")
        deal, _ = numbered(together(lambda columns: by_seat(self._deals(columns), columns))[order])
        seats = ScoredSeats(
            together(self._players)[order],
            together(lambda columns: by_seat(columns.ids, columns))[order],
            deal,
            together(lambda columns: columns.scores)[order],
            together(lambda columns: columns.lost)[order],
            together(lambda columns: by_seat(columns.decided_by_forfeit, columns))[order],
        )
        return scores_of(seats, self.names, score_range(variant.game, variant.version, variant.options))


def _joined(sizes: tuple[int, ...], parts: Sequence[tuple[Places, Places, Places]]) -> Alike:
    """Matches of several groups whose sides have as many players, ordered by their numbers."""
    result, players, ranks = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(result)
    return Alike(sizes, result[order], players[order], ranks[order])


def _in_parts(total: Array, first: int, last: int) -> tuple[float, ...]:
    """Means of equal parts of values from `first` to before `last`, whose running sums are `total`.

    >>> _in_parts(np.cumsum([0.0] + [1.0] * 8 + [0.0] * 8), 0, 16)
    (1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0)
    """
    ends = [first + (last - first) * part // TREND_PARTS for part in range(TREND_PARTS + 1)]
    return tuple(float((total[b] - total[a]) / (b - a)) for a, b in pairwise(ends))
