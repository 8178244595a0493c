"""Mean scores in the unit of a game, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite, isnan
from typing import Any, TypeAlias

import numpy as np

from agonist.core import AgonistError
from agonist.games import find_kit
from agonist.match import Fixture
from agonist.match.record import game_of
from agonist.metrics.results import Board, deal_of, lost_seats
from agonist.ratings.clustered_mean import clustered_means
from agonist.ratings.connected import Places
from agonist.store import StoredMatch

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

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
    strict board, a seat for which the policy moved gets the lowest score of all in these matches.
    """
    scores = [score for match in matches for score in match.scores]
    if not scores or not all(map(isfinite, scores)):
        return dict.fromkeys(players, (None, None, None))
    lowest, highest = min(scores), max(scores)
    names = list(dict.fromkeys(players))
    place = {name: nth for nth, name in enumerate(names)}
    deals: dict[str, int] = {}
    found: list[tuple[int, int, float]] = []
    for match in matches:
        lost, deal = lost_seats(match, board), deals.setdefault(deal_of(match), len(deals))
        for seat, (player, score) in enumerate(zip(match.fixture.players, match.scores, strict=True)):
            if player in place:
                own = lowest if board == "strict" and seat in lost else score
                found.append((place[player], deal, own))
    player_, deal_, score_ = zip(*found, strict=True) if found else ((), (), ())
    columns = np.array(player_, dtype=np.intp), np.array(deal_, dtype=np.intp), np.array(score_, dtype=float)
    return spans(*columns, names, score_range(matches[0].fixture) or (lowest, highest), confidence)


def spans(
    player: Places,
    deal: Places,
    score: Array,
    names: Sequence[str],
    bounds: tuple[float, float],
    confidence: float = 0.95,
) -> dict[str, Span]:
    """As `mean_scores`, from columns: for each seat the place of its player in `names`, the number of its
    deal, and its score.

    `bounds`: the lowest and the highest possible score.
    """
    columns = clustered_means(player, deal, score, len(names), bounds, confidence)
    rows = zip(names, *(column.tolist() for column in columns), strict=True)
    return {name: (_known(mean), _known(low), _known(high)) for name, mean, low, high in rows}


def _known(value: float) -> float | None:
    return None if isnan(value) else value


def score_range(fixture: Fixture) -> tuple[float, float] | None:
    """The lowest and highest possible score of a match's game; `None` if unknown, or the game is missing."""
    try:
        return game_of(fixture.game, fixture.version, fixture.options, find_kit).score_range
    except AgonistError:
        return None
