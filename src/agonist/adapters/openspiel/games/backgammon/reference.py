"""A player of Backgammon that weighs the positions after each of its moves."""

from __future__ import annotations

from typing import Any, Final

from agonist.adapters.openspiel.games.backgammon.title_and_endings import POINTS, exposed, position
from agonist.adapters.openspiel.lookahead import lookahead
from agonist.core import Seat

# What counts how much, in pips of the race.
BLOT: Final = 0.4
"""Of a single checker that can be hit: this part of the pips that it would lose."""
POINT: Final = 2.0
"""A point held from 4 to 7, and half as much any other in front of one's own farthest checkers."""
HIT: Final = 8.0
"""A checker of the other's on the bar, besides the pips that it lost."""


def estimate(spiel: Any, seat: Seat) -> float:
    """The race, less what could be lost, and what is held; of a seat, less the other's."""
    now = position(spiel)
    value = 0.0
    for who, sign in ((seat, 1), (1 - seat, -1)):
        alone = exposed(now, who)
        for n, count in enumerate(now.points[who], 1):
            if n in alone:
                value -= sign * BLOT * (POINTS + 1 - n) * (1 if who == seat else 0.5)
            elif count > 1:
                value += sign * (POINT if 4 <= n <= 7 else POINT / 2 if n <= 12 else 0)
        value -= sign * (now.pips(who) + HIT * now.bar[who])
    return value


careful: Final = lookahead(estimate, 1)
