"""Key moments of Codenames: wrong guesses."""

from __future__ import annotations

from typing import Any

from agonist.core import Moves


def key_moments(game: Any, before: Any, after: Any, moves: Moves) -> str:
    """What a wrong guess uncovered; empty for other steps."""
    del game, moves
    if before.phase != "guess" or len(after.covered) == len(before.covered):
        return ""
    colour = dict(zip(after.words, after.key, strict=True))[after.covered[-1]]
    if colour == before.team:
        return ""
    return "the assassin" if colour == "assassin" else f"a {colour} word for {before.team.capitalize()}"
