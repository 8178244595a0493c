"""Key moments of Hanabi: lost lives, completed colours, and the last card drawn."""

from __future__ import annotations

from agonist.core import Moves
from agonist.games.hanabi.rules import Hanabi, State


def key_moments(game: Hanabi, before: State, after: State, moves: Moves) -> str:
    """What happened in a step; empty for an ordinary one."""
    del moves
    was, now = before.table, after.table
    if now.lives < was.lives:
        return "a life is lost"
    if now.fireworks.count(game.ranks) > was.fireworks.count(game.ranks):
        return "a colour is complete"
    return "the deck is empty" if was.deck and not now.deck and was.known else ""
