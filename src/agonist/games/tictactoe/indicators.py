"""Indicators of Tic-Tac-Toe: wins missed and threats not met."""

from __future__ import annotations

from typing import Any, Final

from agonist.core import Seat
from agonist.games.tictactoe.rules import LINES, Board, Cell
from agonist.kit.indicators import Indicators
from agonist.kit.missed_win_indicators import DRAWS, MISSED, MOVES, UNMET, wins_and_threats


def threats(game: Any, board: Board, seat: Seat) -> list[Cell]:
    """The cells with which the opponent would complete a line, where lines win."""
    if game.misere:
        return []
    theirs = set(board.cells_of(1 - seat))
    return [
        cell for line in LINES for cell in line if cell not in board.marked and theirs >= set(line) - {cell}
    ]


INDICATORS: Final = Indicators((MISSED, UNMET, MOVES, DRAWS), wins_and_threats(threats))
