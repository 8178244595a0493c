"""Key moments of a negotiation: a deal that somebody makes at a loss, and talks that break off."""

from __future__ import annotations

from typing import Any

from agonist.core import Moves, player_name


def key_moments(game: Any, before: Any, after: Any, moves: Moves) -> str:
    """What a reader shouldn't miss in this step; empty for other steps."""
    del before, moves
    outcome = game.outcome(after)
    if outcome is None:
        return ""
    if after.broken:
        return "the talks break off"
    losers = [n for n, table in enumerate(after.tables) if outcome.scores[n] < table.batna]
    return f"a deal below the BATNA of {', '.join(map(player_name, losers))}" if losers else ""
