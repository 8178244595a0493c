"""Mean scores in the unit of a game, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any, TypeAlias

import numpy as np

from agonist.core import AgonistError
from agonist.games import find_kit
from agonist.match.record import game_of
from agonist.metrics.results import Board, blocks_of, can_be_rated, decided_by_forfeit, lost_seats
from agonist.ratings.arrays import Array, Places
from agonist.ratings.clustered_mean import clustered_means
from agonist.store import StoredMatch
from agonist.store.runs.matches_as_arrays import MatchColumns

Truths: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Score:
    """A mean score and the ends of its interval; `None` without evidence."""

    mean: float | None = None
    low: float | None = None
    high: float | None = None
    left_out: int = 0
    """How many of the player's matches were decided by a forfeit, and do not count."""


@dataclass(frozen=True, slots=True)
class ScoredSeats:
    """The seats of some matches as columns, with an element for each seat."""

    player: Places
    """The place of its player in a list of names."""
    match: Places
    """A number for each match."""
    deal: Places
    """A number for each deal: matches on one are one piece of evidence."""
    score: Array
    lost: Truths
    """Whether the seat has lost by a forfeit or, on the strict board, a fallback move."""
    forfeited: Truths
    """Whether the match was decided by a forfeit; see `agonist.metrics.results.decided_by_forfeit`."""


def mean_scores(
    matches: Iterable[StoredMatch] | MatchColumns,
    players: Iterable[str],
    board: Board = "strict",
    confidence: float = 0.95,
    *,
    charged: bool = False,
) -> dict[str, Score]:
    """Each player's mean score over their seats, with the interval of `clustered_mean`.

    All matches are of one game with the same options. Matches on one deal are one piece of evidence.
    `charged`: see `scores_of`.
    """
    names = list(dict.fromkeys(players))
    columns = MatchColumns.of(matches)
    if not columns or not all(can_be_rated(case.scores) for case in columns.cases):
        return {name: Score() for name in names}
    place = {name: nth for nth, name in enumerate(names)}
    player, score, lost, forfeited = (list[Any]() for _ in range(4))
    for case in columns.cases:
        seats, who_lost = len(case.scores), lost_seats(case, board)
        player += [place.setdefault(name, len(place)) for name in case.fixture.players]
        score += case.scores
        lost += [seat in who_lost for seat in range(seats)]
        forfeited += [bool(who_lost) and decided_by_forfeit(case, board)] * seats
    blocks, _ = blocks_of(columns)
    seat, number = _seats(columns)
    first = columns.cases[0].fixture
    found = scores_of(
        ScoredSeats(
            np.array(player, dtype=np.intp)[seat],
            number,
            blocks[number],
            np.array(score, dtype=float)[seat],
            np.array(lost, dtype=bool)[seat],
            np.array(forfeited, dtype=bool)[seat],
        ),
        list(place),
        score_range(first.game, first.version, first.options),
        confidence,
        charged=charged,
    )
    return {name: found[name] for name in names}


def _seats(matches: MatchColumns) -> tuple[Places, Places]:
    """For each seat of each match, its place among the seats of all cases, and the number of its match."""
    sizes = np.array([len(case.scores) for case in matches.cases], dtype=np.intp)
    first, size = (np.cumsum(sizes) - sizes)[matches.case], sizes[matches.case]
    number = np.repeat(np.arange(len(matches)), size)
    within = np.arange(len(number)) - np.repeat(np.cumsum(size) - size, size)
    return first[number] + within, number


def scores_of(
    seats: ScoredSeats,
    names: Sequence[str],
    bounds: tuple[float, float] | None,
    confidence: float = 0.95,
    *,
    charged: bool = False,
) -> dict[str, Score]:
    """The mean score of each player, named by `names`.

    Matches that were decided by a forfeit are left out. Where all win and lose together, nobody wins by one,
    and a seat that has lost gets the lowest score of all. With `charged`, so does one that has lost another
    match, and only the others' seats are left out of it.

    `bounds`: the lowest and the highest possible score; those of these scores, if unknown.
    """
    counted = ~seats.forfeited | seats.lost if charged else ~seats.forfeited
    played = seats.score[~seats.forfeited] if not seats.forfeited.all() else seats.score
    lowest, highest = float(played.min()), float(played.max())
    score, player = np.where(seats.lost, lowest, seats.score)[counted], seats.player[counted]
    means = clustered_means(
        player, seats.deal[counted], score, len(names), bounds or (lowest, highest), confidence
    )
    out = np.unique(np.stack([seats.player, seats.match])[:, seats.forfeited], axis=1)[0]
    left_out = np.bincount(out, minlength=len(names)).tolist()
    rows = zip(names, *(column.tolist() for column in means), left_out, strict=True)
    return {name: Score(_known(mean), _known(low), _known(high), out) for name, mean, low, high, out in rows}


def _known(value: float) -> float | None:
    return None if isnan(value) else value


def score_range(game: str, version: int, options: Mapping[str, Any]) -> tuple[float, float] | None:
    """The lowest and highest possible score of a game; `None` if unknown, or the game is missing."""
    try:
        return game_of(game, version, options, find_kit).score_range
    except AgonistError:
        return None
