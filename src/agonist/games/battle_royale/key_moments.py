"""Key moments of Battle Royale: players who are hit."""

from __future__ import annotations

from typing import Any

from agonist.core import Moves, player_name


def key_moments(game: Any, before: Any, after: Any, moves: Moves) -> str:
    """Who is hit in a step; empty if nobody is."""
    del game, moves
    out = set(before.alive) - set(after.alive)
    return f"{player_name(min(out))} is hit" if out else ""
