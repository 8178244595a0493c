"""A player of Oshi-Zumo that spreads its coins over the steps ahead."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.adapters.openspiel.games.oshi_zumo.title_and_endings import field_of
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import Ask


def spread(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """A bid at random, up to twice what is left for each step to the other's edge."""
    field = field_of(spiel_of(view.history))
    mine, other = field.coins[view.seat], field.coins[1 - view.seat]
    ahead = -field.place if view.seat else field.place
    steps = game.options["size"] + 1 - ahead
    legal = ask.options() or ()
    most = min(max(2 * mine // (steps + 1), 1), other + 1)
    bid = 1 + int(rng.random() * most) if other else 1
    return int(min(legal, key=lambda option: abs(option - bid)))
