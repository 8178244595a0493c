"""A player of Goofspiel that bids what a prize is worth."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.adapters.openspiel.games.goofspiel.text import table_of
from agonist.core import Ask


def matching(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """The card with the same place among the own cards as the prize has among the prizes left."""
    del ask, rng
    table = table_of(game, view)
    hand = table.hands[view.seat]
    assert hand is not None
    assert table.prize is not None
    lower = sum(prize < table.prize for prize in table.coming)
    place = round(lower * (len(hand) - 1) / max(len(table.coming), 1))
    card: int = hand[place]
    return card - 1
