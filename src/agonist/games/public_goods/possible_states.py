"""A state that fits a view."""

from __future__ import annotations

from random import Random

from agonist.core import CHANCE
from agonist.games.public_goods.rules import PublicGoods, State, View


def sample_state(game: PublicGoods, view: View, rng: Random) -> State:
    """The only one: between rounds nothing is hidden."""
    del rng
    state = game.new()
    if game.random_start and view.start:
        state = game.act(state, {CHANCE: view.start})
    for contributions in view.rounds:
        state = game.act(state, dict(enumerate(contributions)))
    return state
