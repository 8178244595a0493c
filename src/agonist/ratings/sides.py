"""Results as columns, so that many are counted at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from agonist.ratings.connected import Places, blocks_of

if TYPE_CHECKING:
    from agonist.ratings.result import Result

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Sides:
    """The arrays have a place for each side: who, in which block, with what weight, and what it won."""

    names: tuple[str, ...]
    player: Places
    """Places in `names`."""
    block: Places
    weight: Array
    point: Array
    """1 for a side alone on the first rank, one half for one that shares it, else 0."""


@dataclass(frozen=True, slots=True)
class Encounters:
    """The arrays have a place for each two players of different sides of a match.

    `one` comes before `other`; `result` says in which match, `share` what part of it this is, from 0 to 1,
    and `point` how much of that `one` won.
    """

    result: Places
    one: Places
    other: Places
    share: Array
    point: Array


@dataclass(frozen=True, slots=True)
class _Solo:
    """Matches in which as many players sat, each on a side by itself; a row for each match."""

    result: Places
    players: Places
    ranks: Places


def places_of(results: Sequence[Result], players: Iterable[str] = ()) -> dict[str, int]:
    """A number for each player, these first."""
    found = dict.fromkeys(players)
    for result in results:
        for side in result.teams:
            found.update(dict.fromkeys(side))
    return {name: nth for nth, name in enumerate(found)}


def sides_of(results: Sequence[Result], players: Iterable[str] = ()) -> Sides:
    """All sides of these results; those of a match of one player against itself are left out.

    `names` begins with `players`. A player who is several times on one side counts once there.
    """
    place = places_of(results, players)
    solo, teams = _by_shape(results, place)
    columns: list[tuple[Places, Places, Array]] = []
    for each in solo:
        shared = np.where((each.ranks == 1).sum(axis=1, keepdims=True) > 1, 0.5, 1.0)
        points = np.where(each.ranks == 1, shared, 0.0)
        some = (each.players != each.players[:, :1]).any(axis=1)
        numbers = np.repeat(each.result[some], each.players.shape[1])
        columns.append((numbers, each.players[some].ravel(), points[some].ravel()))
    columns.append(_columns(list(_of_teams(results, teams, place))))
    result, player, point = (np.concatenate(column) for column in zip(*columns, strict=True))
    blocks, _ = blocks_of([each.block for each in results])
    weights = np.array([each.weight for each in results], dtype=float)
    return Sides(tuple(place), player, blocks[result], weights[result], point)


def encounters_of(results: Sequence[Result], place: Mapping[str, int]) -> Encounters:
    """Every two players of different sides; nobody meets itself.

    Two sides of several players count once together, each of one meeting each of the other.
    """
    solo, teams = _by_shape(results, place)
    columns: list[tuple[Array, ...]] = []
    for each in solo:
        for a, b in combinations(range(each.players.shape[1]), 2):
            one, other = each.players[:, a], each.players[:, b]
            point = (1 - np.sign(each.ranks[:, a] - each.ranks[:, b])) / 2
            columns.append(_in_order(each.result, one, other, np.ones(len(one)), point))
    found: list[tuple[int, int, int, float, float]] = []
    for nth in teams:
        result = results[nth]
        for (side, rank), (rival, theirs) in combinations(zip(result.teams, result.ranks, strict=True), 2):
            share = 1 / (len(side) * len(rival))
            point_ = share * (0.5 if rank == theirs else rank < theirs)
            found += [(nth, place[a], place[b], share, point_) for a in side for b in rival]
    columns.append(_in_order(*np.array(found, dtype=float).reshape(-1, 5).T))
    result_, one, other, share_, point = (np.concatenate(column) for column in zip(*columns, strict=True))
    some = one != other
    numbers = [column[some].astype(np.intp) for column in (result_, one, other)]
    return Encounters(numbers[0], numbers[1], numbers[2], share_[some], point[some])


def _in_order(
    result: Places | Array, one: Places | Array, other: Places | Array, share: Array, point: Array
) -> tuple[Array, ...]:
    turned = one > other
    first, last = np.minimum(one, other), np.maximum(one, other)
    return (
        np.asarray(result, dtype=float),
        np.asarray(first, dtype=float),
        np.asarray(last, dtype=float),
        share,
        np.where(turned, share - point, point),
    )


def _by_shape(results: Sequence[Result], place: Mapping[str, int]) -> tuple[list[_Solo], list[int]]:
    """Matches of single players, by their number, and the numbers of all other matches."""
    alike: dict[int, list[int]] = {}
    teams: list[int] = []
    for nth, result in enumerate(results):
        size = len(result.teams)
        if sum(map(len, result.teams)) == size:
            alike.setdefault(size, []).append(nth)
        else:
            teams.append(nth)
    solo = [
        _Solo(
            np.array(numbers, dtype=np.intp),
            np.array([[place[name] for (name,) in results[nth].teams] for nth in numbers], dtype=np.intp),
            np.array([results[nth].ranks for nth in numbers], dtype=np.intp),
        )
        for numbers in alike.values()
    ]
    return solo, teams


def _of_teams(
    results: Sequence[Result], teams: Sequence[int], place: Mapping[str, int]
) -> Iterator[tuple[int, int, float]]:
    for nth in teams:
        result = results[nth]
        best = 0.5 if result.ranks.count(1) > 1 else 1.0
        own = [
            (nth, place[name], best if rank == 1 else 0.0)
            for side, rank in zip(result.teams, result.ranks, strict=True)
            for name in dict.fromkeys(side)
        ]
        if any(at != own[0][1] for _, at, _ in own):
            yield from own


def _columns(rows: Sequence[tuple[int, int, float]]) -> tuple[Places, Places, Array]:
    result, player, point = np.array(rows, dtype=float).reshape(-1, 3).T
    return result.astype(np.intp), player.astype(np.intp), point
