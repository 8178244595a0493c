"""Key moments of Avalon: quests that fail, and the player whom the Assassin names."""

from __future__ import annotations

from typing import Any

from agonist.core import Moves, player_name


def key_moments(game: Any, before: Any, after: Any, moves: Moves) -> str:
    """What ended a quest in this step; empty for other steps."""
    del game, moves
    if after.named is not None and before.named is None:
        right = after.roles[after.named] == "Merlin"
        return f"the Assassin names {player_name(after.named)}, {'who is' if right else 'not'} Merlin"
    if len(after.quests) > len(before.quests) and not after.quests[-1]:
        return f"quest {len(after.quests)} fails"
    return ""
