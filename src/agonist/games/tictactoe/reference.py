"""Perfect Tic-Tac-Toe, by looking at every continuation."""

from __future__ import annotations

from functools import cache
from random import Random

from agonist.core import Ask
from agonist.games.tictactoe.rules import Board, TicTacToe, free_cells


def perfect(game: TicTacToe, view: Board, ask: Ask, rng: Random) -> tuple[int, int]:
    """One of the moves with the best guaranteed result, at random."""
    del ask
    worth = {cell: -_value(game, game.act(view, {view.mover: cell})) for cell in free_cells(view)}
    best = [cell for cell, value in worth.items() if value == max(worth.values())]
    return best[int(rng.random() * len(best))]


@cache
def _value(game: TicTacToe, board: Board) -> float:
    """What the mover gets when both play perfectly."""
    if outcome := game.outcome(board):
        return outcome.scores[board.mover]
    return max(-_value(game, game.act(board, {board.mover: cell})) for cell in free_cells(board))
