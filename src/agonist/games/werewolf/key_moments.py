"""Key moments of Werewolf: players who leave, and what they were."""

from __future__ import annotations

from typing import Any

from agonist.core import Moves, player_name


def key_moments(game: Any, before: Any, after: Any, moves: Moves) -> str:
    """Who left in this step, with their role if it was shown; empty for other steps."""
    del moves
    left = [seat for seat in before.alive if seat not in after.alive]
    if not left:
        return ""
    (seat,) = left
    how = "is killed" if before.phase == "victim" else "is shot" if before.phase == "shot" else "is voted out"
    role = f", {after.roles[seat]}" if game.reveal else ""
    return f"{player_name(seat)} {how}{role}"
