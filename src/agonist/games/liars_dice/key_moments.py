"""Key moments of Liar's Dice: players who lose their last die."""

from __future__ import annotations

from typing import Any

from agonist.core import Moves, player_name


def key_moments(game: Any, before: Any, after: Any, moves: Moves) -> str:
    """Who is out in this step; empty for other steps."""
    del game, moves
    return f"{player_name(after.out[-1])} is out" if len(after.out) > len(before.out) else ""
