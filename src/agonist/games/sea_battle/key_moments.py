"""Key moments of Sea Battle: ships that sink."""

from __future__ import annotations

from typing import Any

from agonist.core import Moves, player_name


def key_moments(game: Any, before: Any, after: Any, moves: Moves) -> str:
    """Who sinks in a step; empty if nobody does."""
    del game, moves
    sunk = [
        seat
        for seat, (was, now) in enumerate(zip(before.ships, after.ships, strict=False))
        if was.afloat and not now.afloat
    ]
    return ", ".join(f"{player_name(seat)} sinks" for seat in sunk)
