"""Results as columns, so that many are processed at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

from agonist.ratings.arrays import Array, Places
from agonist.ratings.connected_players import blocks_of
from agonist.ratings.result_and_rating import Result

Hashes: TypeAlias = np.ndarray[Any, np.dtype[np.signedinteger[Any] | np.unsignedinteger[Any]]]


@dataclass(frozen=True, slots=True)
class Seats:
    """Arrays with an entry for each seat of each match: who, block, weight, and what its side won."""

    names: tuple[str, ...]
    player: Places
    """Places in `names`."""
    block: Places
    weight: Array
    point: Array
    """1 for a side alone on the first rank, one half for one that shares it, else 0."""
    even: Array
    """The weight by which a player's seats of each game count as the game does, however many they are."""


@dataclass(frozen=True, slots=True)
class Encounters:
    """Arrays with an entry for each pair of players on different sides of a match.

    `one` comes before `other`. `result` is the number of the match, `share` the weight of this pair in it,
    from 0 to 1, and `point` how much of that `one` won.
    """

    result: Places
    one: Places
    other: Places
    share: Array
    point: Array


@dataclass(frozen=True, slots=True)
class Alike:
    """Matches whose sides have the same sizes; a row for each match, ordered by their numbers."""

    sizes: tuple[int, ...]
    """How many players each side has."""
    result: Places
    """The number of each match."""
    players: Places
    """Places of players, side after side."""
    ranks: Places
    """1 for the best, by side."""

    def side(self, nth: int) -> Places:
        """The places of the players of a side, a row for each match."""
        first = sum(self.sizes[:nth])
        return self.players[:, first : first + self.sizes[nth]]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Results as columns, for millions of matches without a `Result` for each."""

    names: tuple[str, ...]
    alike: Sequence[Alike]
    """In the order of `sizes`."""
    block: Places
    """The number of each match's block, from 0."""
    blocks: int
    weight: Array
    game: Places | None = None
    """The number of each match's game; `None`: all are of one."""
    wording: Places | None = None
    """The number of each match's wording, where they were played in several; else `None`."""


def outcomes_of(results: Sequence[Result], players: Iterable[str] = ()) -> Outcomes:
    """The results as columns; their `names` begin with `players`."""
    place = places_of(results, players)
    numbers: dict[tuple[int, ...], list[int]] = {}
    for nth, result in enumerate(results):
        numbers.setdefault(tuple(map(len, result.teams)), []).append(nth)
    alike = [
        Alike(
            sizes,
            np.array(rows, dtype=np.intp),
            np.array(
                [[place[name] for side in results[nth].teams for name in side] for nth in rows], dtype=np.intp
            ),
            np.array([results[nth].ranks for nth in rows], dtype=np.intp),
        )
        for sizes, rows in sorted(numbers.items())
    ]
    block, blocks = blocks_of([result.block for result in results])
    weight = np.array([result.weight for result in results], dtype=float)
    return Outcomes(tuple(place), alike, block, blocks, weight)


def repeated(
    outcomes: Outcomes,
    which: Places,
    block: Places,
    blocks: int,
    weight: Array,
    game: Places | None = None,
) -> Outcomes:
    """Matches that ended as these did: for each, `which` of them it is like, its block and its weight.

    >>> one = outcomes_of([Result((("ann",), ("bob",)), (1, 2))])
    >>> twice = repeated(one, np.array([0, 0]), np.array([0, 1]), 2, np.ones(2))
    >>> [(each.result.tolist(), each.ranks.tolist()) for each in twice.alike]
    [([0, 1], [[1, 2], [1, 2]])]
    """
    alike = []
    for each in outcomes.alike:
        row = np.full(len(outcomes.weight), -1, dtype=np.intp)
        row[each.result] = np.arange(len(each.result))
        result = np.flatnonzero(row[which] >= 0)
        rows = row[which[result]]
        alike.append(replace(each, result=result, players=each.players[rows], ranks=each.ranks[rows]))
    return Outcomes(outcomes.names, alike, block, blocks, weight, game)


def results_from(outcomes: Outcomes) -> list[Result]:
    """A `Result` for each match, in order; blocks are named by their numbers."""
    found: dict[int, Result] = {}
    for each in outcomes.alike:
        ends = np.cumsum(each.sizes).tolist()
        for nth, players, ranks in zip(
            *(column.tolist() for column in (each.result, each.players, each.ranks)), strict=True
        ):
            names = [outcomes.names[at] for at in players]
            teams = tuple(tuple(names[end - size : end]) for end, size in zip(ends, each.sizes, strict=True))
            block, weight = str(outcomes.block[nth]), float(outcomes.weight[nth])
            found[nth] = Result(teams, tuple(ranks), block, weight)
    return [found[nth] for nth in sorted(found)]


def numbered(keys: Hashes) -> tuple[Places, int]:
    """A number for each distinct key, in the order of first appearance; and how many there are.

    >>> numbered(np.array([7, 3, 7]))
    (array([0, 1, 0]), 2)
    """
    found, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    number = np.empty(len(found), dtype=np.intp)
    number[np.argsort(first)] = np.arange(len(found))
    return number[inverse], len(found)


def places_of(results: Sequence[Result], players: Iterable[str] = ()) -> dict[str, int]:
    """A number for each player, these first."""
    found = dict.fromkeys(players)
    for result in results:
        for side in result.teams:
            found.update(dict.fromkeys(side))
    return {name: nth for nth, name in enumerate(found)}


def seats_of(outcomes: Outcomes) -> Seats:
    """All seats of these matches; those of a match of one player against itself are left out."""
    columns: list[tuple[Any, ...]] = [_nothing(2, 1)]
    for each in outcomes.alike:
        some = (each.players != each.players[:, :1]).any(axis=1)
        won = points(each.ranks)
        for nth in range(len(each.sizes)):
            point = won[:, nth]
            columns += [(each.result[some], players[some], point[some]) for players in each.side(nth).T]
    result, player, point = (np.concatenate(column) for column in zip(*columns, strict=True))
    order = np.argsort(result, kind="stable")
    result = result[order]
    player, weight = player[order], outcomes.weight[result]
    even = weight if outcomes.game is None else _even(player, outcomes.game[result], weight, outcomes)
    return Seats(outcomes.names, player, outcomes.block[result], weight, point[order], even)


def _even(player: Places, game: Places, weight: Array, outcomes: Outcomes) -> Array:
    """As `Seats.even`: the weight of a game, divided among a player's seats of it."""
    assert outcomes.game is not None
    worth = np.bincount(outcomes.game, outcomes.weight)
    key = player * len(worth) + game
    mass = np.bincount(key, weight)[key]
    even: Array = np.divide(weight * worth[game], mass, out=np.zeros(len(weight)), where=mass > 0)
    return even


def points(ranks: Places) -> Array:
    """As `agonist.core.outcome.points`, for many matches: a row for each, with the ranks of its sides.

    >>> points(np.array([[2, 1, 3], [1, 1, 3]])).tolist()
    [[0.0, 1.0, 0.0], [0.5, 0.5, 0.0]]
    """
    first = ranks == 1
    return np.where(first, np.where(first.sum(axis=1, keepdims=True) == 1, 1.0, 0.5), 0.0)


def encounters_of(outcomes: Outcomes) -> Encounters:
    """Every pair of players on different sides of a match; a player never meets itself.

    Two sides of several players count once together, each of one meeting each of the other.
    """
    columns: list[tuple[Any, ...]] = [_nothing(3, 2)]
    for each in outcomes.alike:
        for a, b in combinations(range(len(each.sizes)), 2):
            share = 1 / (each.sizes[a] * each.sizes[b])
            point = share * ((1 - np.sign(each.ranks[:, a] - each.ranks[:, b])) / 2)
            for one in each.side(a).T:
                for other in each.side(b).T:
                    turned = one > other
                    met = one != other
                    found = (
                        each.result,
                        np.minimum(one, other),
                        np.maximum(one, other),
                        np.full(len(one), share),
                        np.where(turned, share - point, point),
                    )
                    columns.append(tuple(column[met] for column in found))
    return Encounters(*(np.concatenate(column) for column in zip(*columns, strict=True)))


def _nothing(places: int, numbers: int) -> tuple[Any, ...]:
    """Columns without rows, so that concatenation works without matches."""
    return (np.zeros(0, dtype=np.intp),) * places + (np.zeros(0),) * numbers
