"""A player of nine men's morris that looks ahead for mills, men and free points."""

from __future__ import annotations

from typing import Any, Final

from agonist.adapters.openspiel.games.nine_mens_morris.title_and_endings import men_left
from agonist.adapters.openspiel.lookahead import lookahead
from agonist.core import Seat

MAN: Final = 20
"""What a man counts, when a move that one could make counts one."""


def estimate(spiel: Any, seat: Seat) -> float:
    men = men_left(spiel)
    moves = len(spiel.legal_actions())
    return MAN * (men[seat] - men[1 - seat]) + (moves if spiel.current_player() == seat else -moves)


strong: Final = lookahead(estimate, 3)
