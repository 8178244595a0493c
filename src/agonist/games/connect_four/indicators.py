"""Indicators of Connect Four: wins missed and threats not met."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from agonist.core import Game, Seat
from agonist.kit.indicators import Indicators
from agonist.kit.missed_win_indicators import DRAWS, MISSED, MOVES, UNMET, winning, wins_and_threats


def threats(game: Game[Any, Any], board: Any, seat: Seat) -> list[int]:
    """The columns in which the opponent's next disc would win."""
    return winning(game, replace(board, mover=1 - seat), 1 - seat)


INDICATORS: Final = Indicators((MISSED, UNMET, MOVES, DRAWS), wins_and_threats(threats))
