"""A player who says the number of its item."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.adapters.openspiel.games.trade_comm.seat_knowledge import Deal
from agonist.core import Ask


def honest(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """The own number; then the own item for the item of the other's number."""
    del ask, rng
    deal: Deal = view.facts
    assert deal.item is not None
    if len(deal.said) < 2:
        return deal.item
    items = int(game.options["num_items"])
    believed = deal.said[1 - int(view.seat)]
    return items + deal.item * items + believed
