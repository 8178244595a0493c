"""Mean scores in the unit of a game, with intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite

from agonist.core import AgonistError
from agonist.games import find_kit
from agonist.match.record import game_of
from agonist.metrics.results import Board, deal_of, lost_seats
from agonist.ratings import clustered_mean
from agonist.store import StoredMatch

Span = tuple[float | None, float | None, float | None]
"""A number and the ends of its 95% interval; `None` without evidence."""


def mean_scores(
    matches: Sequence[StoredMatch],
    players: Iterable[str],
    board: Board = "strict",
    confidence: float = 0.95,
) -> dict[str, Span]:
    """Each player's mean over their seats, with the interval of `clustered_mean`.

    All matches are of one game with the same options. Matches on one deal are one piece of evidence. On the
    strict board, a seat for which the policy moved has the lowest score that anyone had in these matches.
    """
    scores = [score for match in matches for score in match.scores]
    if not scores or not all(map(isfinite, scores)):
        return dict.fromkeys(players, (None, None, None))
    lowest, highest = min(scores), max(scores)
    bounds = _range(matches[0]) or (lowest, highest)
    found: dict[str, list[tuple[str, float]]] = {player: [] for player in players}
    for match in matches:
        lost, deal = lost_seats(match, board), deal_of(match)
        for seat, (player, score) in enumerate(zip(match.fixture.players, match.scores, strict=True)):
            if player in found:
                own = lowest if board == "strict" and seat in lost else score
                found[player].append((deal, own))
    return {
        player: clustered_mean(values, seen=bounds, confidence=confidence) for player, values in found.items()
    }


def _range(match: StoredMatch) -> tuple[float, float] | None:
    """The lowest and the highest score of a match's game; `None` if the game does not say, or is gone."""
    fixture = match.fixture
    try:
        return game_of(fixture.game, fixture.version, fixture.options, find_kit).score_range
    except AgonistError:
        return None
