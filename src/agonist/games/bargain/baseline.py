"""A player at random who accepts no plan that leaves them less than half of the pool's worth to them."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.core import Ask, Menu, uniform
from agonist.games.bargain.goods import WHOLE, rest, total
from agonist.games.bargain.rules import Bargain, View


def no_bad_deal(game: Bargain, view: View, ask: Ask, rng: Random) -> Any:
    """Any plan, or the other's if it leaves at least half."""
    del game
    assert isinstance(ask, Menu)
    plan, pool, values = view.table.plan, view.table.pool, view.values[view.seat or 0]
    assert pool is not None
    assert values is not None
    if plan and 2 * total(rest(pool, plan.keeps), values) < WHOLE:
        ask = Menu(tuple((verb, parts) for verb, parts in ask.verbs if verb != "deal"), about=ask.about)
    return uniform(ask, rng)
