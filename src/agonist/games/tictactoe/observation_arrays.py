"""Tic-Tac-Toe as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.tictactoe.rules import Board, TicTacToe
from agonist.kit.arrays import Array, Arrays


class TicTacToeArrays(Arrays[TicTacToe, Board]):
    def shapes(self, game: TicTacToe) -> Mapping[str, Array]:
        """`board`: planes of the free cells, the noughts and the crosses, as OpenSpiel's, by row and
        column.
        """
        return {"board": Array((3, 3, 3))}

    def values(self, game: TicTacToe, view: Board, seat: Seat) -> Mapping[str, Sequence[int]]:
        board = bytearray(b"\1" * 9 + bytes(18))
        for nth, (row, column) in enumerate(view.marked):
            cell = 3 * row + column - 4
            board[cell] = 0
            board[9 * (2 - nth % 2) + cell] = 1
        return {"board": board}


ARRAYS: Final = TicTacToeArrays()
