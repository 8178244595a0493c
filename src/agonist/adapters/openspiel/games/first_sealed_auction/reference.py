"""The equilibrium of first-price auctions with values at random (Vickrey, 1961)."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.core import Ask


def shaded(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """The own value, less one part of as many as there are bidders."""
    del ask, rng
    return bid_for(view.facts.value, game.seats)


def bid_for(value: int, bidders: int) -> int:
    return min(value - 1, value * (bidders - 1) // bidders)
