"""A small chess player: alpha-beta with a quiescence search, until a number of positions is spent.

What a position is worth: the pieces in hundredths of a pawn, and where they stand. Pieces other than the king
gain by the middle of the board, pawns by each rank gone, and the king by its corner until the queens and
most other pieces are gone, and by the middle then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from operator import itemgetter
from random import Random
from typing import Any, Final

import pyspiel

from agonist.adapters.openspiel.games.chess.moves import squares
from agonist.adapters.openspiel.games.chess.title_and_endings import WHITE
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import Ask

POSITIONS: Final = 1_000
"""Positions looked at for a move; a count and not a time, so that play can be repeated."""

MATE: Final = 1_000_000
WORTH: Final = {"P": 100, "N": 320, "B": 330, "R": 500, "Q": 900, "K": 0}
MIDDLE: Final = {"P": 2, "N": 6, "B": 3, "R": 1, "Q": 2, "K": -9}
"""For each step nearer to the middle, at most six."""
ADVANCED: Final = 6
"""For each rank that a pawn has gone."""
BARE: Final = 2_600
"""With fewer pieces than these on the board, pawns and kings left out, the kings go to the middle."""


def alpha_beta(game: SpielGame, view: Any, ask: Ask, rng: Random) -> int:
    """The best move found; moves of the same worth in random order."""
    del game
    options = list(ask.options() or ())
    rng.shuffle(options)
    return _Search().best(spiel_of(view).clone(), options)


class _Spent(Exception):
    """The budget is used up."""


class _Search:
    """One search from one position."""

    def __init__(self) -> None:
        self.left = POSITIONS

    def best(self, spiel: Any, options: Sequence[int]) -> int:
        """The best of these moves, by deeper and deeper searches."""
        board, white = squares(spiel.board().to_fen()), spiel.current_player() == WHITE
        order = [move for move, _ in _ordered(spiel, options, board, white=white)]
        best = order[0]
        for depth in range(1, POSITIONS):
            alpha = -2 * MATE
            try:
                # The best move so far comes first, so one that is better counts even if the budget runs out.
                for move in [best, *(each for each in order if each != best)]:
                    value = -self.value(spiel, move, depth - 1, -2 * MATE, -alpha)
                    if value > alpha:
                        alpha, best = value, move
            except _Spent:
                break
            if abs(alpha) > MATE // 2 or len(order) == 1:
                break
        return best

    def value(self, before: Any, move: int, depth: int, alpha: int, beta: int) -> int:
        """What a move is worth for the player who moves next: exact if between alpha and beta."""
        if not self.left:
            raise _Spent
        self.left -= 1
        spiel = before.clone()
        spiel.apply_action(move)
        if spiel.is_terminal():
            return 0 if not spiel.player_return(WHITE) else -MATE - depth
        quiet, board = depth <= 0, squares(spiel.board().to_fen())
        white = spiel.current_player() == WHITE
        best = -2 * MATE
        if quiet:
            best = worth(board, white=white)
            if best >= beta:
                return best
            alpha = max(alpha, best)
        for child, taken in _ordered(spiel, spiel.legal_actions(), board, white=white):
            if quiet and not taken:
                break
            best = max(best, -self.value(spiel, child, depth - 1, -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best


def _ordered(spiel: Any, moves: Sequence[int], board: str, *, white: bool) -> list[tuple[int, int]]:
    """Moves with the worth of what they capture on the squares that they name, the greatest first."""
    found = []
    for move in moves:
        if (target := _TARGETS.get((move, white))) is None:
            square = pyspiel.chess.action_to_move(move, spiel.board()).to_square
            target = _TARGETS[move, white] = (7 - square.y) * 8 + square.x
        found.append((move, WORTH.get(board[target].upper(), 0)))
    return sorted(found, key=_taken, reverse=True)


_TARGETS: Final[dict[tuple[int, bool], int]] = {}
"""Where each of the library's moves goes, from a8 on, by the side that makes it."""

_taken: Final = itemgetter(1)


def worth(board: str, *, white: bool) -> int:
    """The worth of a position for White, or for Black, in hundredths of a pawn.

    >>> worth(squares("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), white=True) > 850
    True
    """
    signs = board.replace(".", "")
    tables = _tables(sum(WORTH[sign] for sign in signs.upper() if sign != "P") < BARE)
    found = sum(tables[sign][at] for at, sign in enumerate(board) if sign != ".")
    return found if white else -found


@cache
def _tables(bare: bool) -> Mapping[str, Sequence[int]]:
    """For the sign of each piece, its worth for White on every square, from a8 on."""
    tables = {}
    for sign, worth_of in WORTH.items():
        middle = -MIDDLE[sign] if sign == "K" and bare else MIDDLE[sign]
        table = []
        for square in range(64):
            rank, file = 8 - square // 8, square % 8
            near = round(7 - abs(file - 3.5) - abs(rank - 4.5))
            gone = ADVANCED * (rank - 2) if sign == "P" else 0
            table.append(worth_of + middle * near + gone)
        tables[sign] = table
        tables[sign.lower()] = [-table[square ^ 56] for square in range(64)]
    return tables
