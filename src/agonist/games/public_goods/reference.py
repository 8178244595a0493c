"""The equilibrium: free riding, unless more than a whole token comes back for each."""

from __future__ import annotations

from random import Random

from agonist.core import Amount, Ask
from agonist.games.public_goods.rules import PublicGoods, View


def equilibrium(game: PublicGoods, view: View, ask: Ask, rng: Random) -> int:
    """Of each token put in, ratio / seats comes back: put in nothing, or everything if that is more than
    one."""
    del view, rng
    assert isinstance(ask, Amount)
    return ask.high if game.fraction > game.seats else 0
