"""Chess by the library's rules: who is who, and why a game ended."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat

BLACK, WHITE = 0, 1
"""Seats. White, who moves first, is the second seat, as in the library."""

COLOURS: Final[tuple[str, str]] = ("Black", "White")

FIFTY: Final = 100
"""Half-moves without a capture or a pawn's move after which the game is a draw."""


class Chess(SpielGame):
    title: ClassVar[str] = "Chess"
    abilities: ClassVar = ("spatial reasoning", "strategic planning")
    sources: ClassVar = ("Laws of Chess (FIDE)",)

    def ending(self, spiel: Any) -> str:
        if spiel.player_return(WHITE):
            return "checkmate"
        if not spiel.board().has_legal_moves():
            return "stalemate"
        if spiel.is_repetition_draw():
            return "the same position for the third time"
        if int(spiel.board().to_fen().split()[4]) >= FIFTY:
            return "fifty moves without a capture or a pawn's move"
        return "neither side has enough material to give mate"


def mover_of(spiel: Any) -> Seat:
    """Who moves, or would move if the game weren't over."""
    return WHITE if spiel.board().to_fen().split()[1] == "w" else BLACK
