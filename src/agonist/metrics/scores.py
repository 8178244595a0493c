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
from agonist.metrics.results import Board, block_of, can_be_rated, decided_by_forfeit, lost_seats
from agonist.ratings.clustered_mean import clustered_means
from agonist.ratings.connected_players import Places
from agonist.store import StoredMatch

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
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
    matches: Sequence[StoredMatch],
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
    if not matches or not all(can_be_rated(match.scores) for match in matches):
        return {name: Score() for name in names}
    place = {name: nth for nth, name in enumerate(names)}
    deals: dict[str, int] = {}
    player, number, deal, score, lost, forfeited = (list[Any]() for _ in range(6))
    for nth, match in enumerate(matches):
        players, seats = match.fixture.players, len(match.scores)
        who_lost = lost_seats(match, board)
        player += [place.setdefault(name, len(place)) for name in players]
        score += match.scores
        number += [nth] * seats
        deal += [deals.setdefault(block_of(match), len(deals))] * seats
        lost += [seat in who_lost for seat in range(seats)]
        forfeited += [bool(who_lost) and decided_by_forfeit(match, board)] * seats
    whole = (np.array(column, dtype=np.intp) for column in (player, number, deal))
    truths = (np.array(column, dtype=bool) for column in (lost, forfeited))
    seats_of_all = ScoredSeats(*(*whole, np.array(score, dtype=float), *truths))
    first = matches[0].fixture
    bounds = score_range(first.game, first.version, first.options)
    found = scores_of(seats_of_all, list(place), bounds, confidence, charged=charged)
    return {name: found[name] for name in names}


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
