"""Key moments of Hive: Queens that are placed, and Queens that are nearly surrounded."""

from __future__ import annotations

from typing import Final

from agonist.core import Moves, player_name
from agonist.games.hive.estimate import pressed
from agonist.games.hive.pieces import QUEENS
from agonist.games.hive.rules import HiveGame, State

NEARLY: Final = 4
"""Each taken cell around a Queen is a key moment from this many on; six end the game."""


def key_moments(game: HiveGame, before: State, after: State, moves: Moves) -> str:
    """What happened in a step; empty for an ordinary one."""
    del game, moves
    for seat in (0, 1):
        if before.cells[QUEENS[seat]] is None and after.cells[QUEENS[seat]] is not None:
            return f"the Queen of {player_name(seat)}"
        around = pressed(after, seat)
        if around >= NEARLY and around > pressed(before, seat):
            return f"{around} of 6 cells around the Queen of {player_name(seat)}"
    return ""
