"""Key moments of Texas hold'em: players who go all in."""

from __future__ import annotations

from typing import Any

from agonist.core import Moves


def key_moments(game: Any, before: Any, after: Any, moves: Moves) -> str:
    """Whether somebody goes all in; empty for other steps."""
    del game, before, after
    return "all in" if "all_in" in moves.values() else ""
