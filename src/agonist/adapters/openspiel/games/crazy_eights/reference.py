"""A player of Crazy Eights that gets rid of dear cards first."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.adapters.openspiel.games.crazy_eights.seat_knowledge import DRAW, EIGHT, NOMINATE, Table, cost
from agonist.core import Ask


def dearest(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """The dearest card that fits, an eight if no other does; its most frequent suit; else it draws."""
    del game, rng
    table: Table = view.facts
    legal = [int(action) for action in ask.options() or ()]
    if legal[0] >= NOMINATE:
        return max(legal, key=lambda action: sum(card % 4 == action - NOMINATE for card in table.hand))
    cards = [action for action in legal if action < DRAW]
    others = [card for card in cards if card // 4 != EIGHT]
    if others:
        return max(others, key=cost)
    return cards[0] if cards else DRAW if DRAW in legal else legal[0]
