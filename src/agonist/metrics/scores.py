"""Mean scores in the unit of a game, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import isnan
from typing import Any, TypeAlias

import numpy as np

from agonist.core import AgonistError
from agonist.games import find_kit
from agonist.match.record import game_of
from agonist.metrics.results import NOBODY, Board, block_of, can_be_rated, lost_seats
from agonist.ratings.clustered_mean import clustered_means
from agonist.ratings.connected import Places
from agonist.store import StoredMatch

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Truths: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]

Span = tuple[float | None, float | None, float | None]
"""A number and the ends of its 95% interval; `None` without evidence."""


def mean_scores(
    matches: Sequence[StoredMatch],
    players: Iterable[str],
    board: Board = "strict",
    confidence: float = 0.95,
) -> dict[str, Span]:
    """Each player's mean score over their seats, with the interval of `clustered_mean`.

    All matches are of one game with the same options. Matches on one deal are one piece of evidence. On the
    strict board, a seat with a fallback move gets the lowest score of all in these matches.
    """
    nothing: dict[str, Span] = dict.fromkeys(players, (None, None, None))
    if not matches or not all(can_be_rated(match.scores) for match in matches):
        return nothing
    place: dict[str, int] = {}
    deals: dict[str, int] = {}
    rows = []
    for match in matches:
        lost = lost_seats(match, board) if board == "strict" else NOBODY
        deal = deals.setdefault(block_of(match), len(deals))
        for seat, (player, score) in enumerate(zip(match.fixture.players, match.scores, strict=True)):
            rows.append((place.setdefault(player, len(place)), deal, float(score), seat in lost))
    player_, deal_, score_, lost_ = (np.array(column) for column in zip(*rows, strict=True))
    first = matches[0].fixture
    bounds = score_range(first.game, first.version, first.options)
    found = spans(player_, deal_, score_, lost_, list(place), bounds, confidence)
    return {name: found.get(name, span) for name, span in nothing.items()}


def spans(
    player: Places,
    deal: Places,
    score: Array,
    lost: Truths,
    names: Sequence[str],
    bounds: tuple[float, float] | None,
    confidence: float = 0.95,
) -> dict[str, Span]:
    """As `mean_scores`, from columns: for each seat the place of its player in `names`, the number of its
    deal, its score, and whether it has lost, so that it gets the lowest score of all.

    `bounds`: the lowest and the highest possible score; those of these scores, if unknown.
    """
    lowest, highest = float(score.min()), float(score.max())
    counted = np.where(lost, lowest, score)
    columns = clustered_means(player, deal, counted, len(names), bounds or (lowest, highest), confidence)
    rows = zip(names, *(column.tolist() for column in columns), strict=True)
    return {name: (_known(mean), _known(low), _known(high)) for name, mean, low, high in rows}


def _known(value: float) -> float | None:
    return None if isnan(value) else value


def score_range(game: str, version: int, options: Mapping[str, Any]) -> tuple[float, float] | None:
    """The lowest and highest possible score of a game; `None` if unknown, or the game is missing."""
    try:
        return game_of(game, version, options, find_kit).score_range
    except AgonistError:
        return None
