"""How good a move of chess was, from what an engine says of the positions before and after it.

The chance to win and the accuracy of a move are Lichess's (https://lichess.org/page/accuracy): an evaluation
of c hundredths of a pawn is worth 50 + 50 (2 / (1 + exp(-0.00368208 c)) - 1) percent, and a move that loses d
percent has an accuracy of 103.1668 exp(-0.04354 d) - 3.1669. A blunder loses at least 15 percent, as there.
Evaluations count to 1,000 at most, so that a lost game has no more to lose;
moves in such games say nothing, and are not counted.
"""

from __future__ import annotations

from math import exp
from typing import Final, Literal, NamedTuple, TypeAlias

Phase: TypeAlias = Literal["opening", "middlegame", "endgame"]

PHASES: Final[tuple[Phase, ...]] = ("opening", "middlegame", "endgame")

MOST: Final = 1_000
"""The greatest evaluation that counts, in hundredths of a pawn; a mate is worth as much."""

BLUNDER: Final = 15.0
"""The least loss of a blunder, in percent of the chance to win."""

OPENING: Final = 20
"""Half-moves of the opening, if there is no endgame before."""

ENDGAME: Final = 6
"""In an endgame there are no more queens, rooks, bishops and knights than these, as Lichess has it, too."""


class Quality(NamedTuple):
    """A move as an engine judges it.

    `loss`: in hundredths of a pawn. `accuracy`: from 0 to 100. `phase`: when in the game it was made.
    `decided`: whether the game was won or lost before, so that the move says nothing about who made it.
    """

    loss: float
    accuracy: float
    blunder: bool
    phase: Phase
    decided: bool = False


def quality(before: float, after: float, phase: Phase) -> Quality:
    """The quality of a move; evaluations are the mover's.

    >>> quality(30, 30, "opening").accuracy > 99.9, quality(0, -300, "endgame").blunder
    (True, True)
    """
    before, after = (max(-MOST, min(MOST, each)) for each in (before, after))
    lost = max(0.0, chance_to_win(before) - chance_to_win(after))
    return Quality(max(0.0, before - after), accuracy(lost), lost >= BLUNDER, phase, abs(before) >= MOST)


def chance_to_win(evaluation: float) -> float:
    """In percent, from an evaluation in hundredths of a pawn."""
    return 50 + 50 * (2 / (1 + exp(-0.00368208 * evaluation)) - 1)


def accuracy(lost: float) -> float:
    """From 0 to 100, for a move that loses so many percent of the chance to win."""
    return max(0.0, min(100.0, 103.1668 * exp(-0.04354 * lost) - 3.1669))


def phase_of(board: str, half_moves: int) -> Phase:
    """The phase of a position, from the signs on its squares and the half-moves before it."""
    if sum(board.upper().count(sign) for sign in "QRBN") <= ENDGAME:
        return "endgame"
    return "opening" if half_moves < OPENING else "middlegame"
