"""Perfect Tic-Tac-Toe, by a search of every continuation."""

from __future__ import annotations

from functools import cache
from itertools import zip_longest
from random import Random

from agonist.core import Ask
from agonist.games.tictactoe.rules import Board, TicTacToe, free_cells


def perfect(game: TicTacToe, view: Board, ask: Ask, rng: Random) -> tuple[int, int]:
    """One of the moves with the best guaranteed result, at random."""
    del ask
    worth = {cell: -_value(game, _sorted(game.act(view, {view.mover: cell}))) for cell in free_cells(view)}
    best = [cell for cell, value in worth.items() if value == max(worth.values())]
    return best[int(rng.random() * len(best))]


@cache
def _value(game: TicTacToe, board: Board) -> float:
    """The mover's result when both play perfectly."""
    if outcome := game.outcome(board):
        return outcome.scores[board.mover]
    return max(-_value(game, _sorted(game.act(board, {board.mover: cell}))) for cell in free_cells(board))


def _sorted(board: Board) -> Board:
    """The same position with the cells of both players sorted, so that equal positions are one board."""
    crosses, noughts = (sorted(board.cells_of(seat)) for seat in (0, 1))
    cells = [cell for pair in zip_longest(crosses, noughts) for cell in pair if cell]
    return Board(tuple(cells))
