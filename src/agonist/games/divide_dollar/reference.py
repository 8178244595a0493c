"""The equal split."""

from __future__ import annotations

from random import Random

from agonist.core import Ask
from agonist.games.divide_dollar.rules import DivideDollar, View


def equal_split(game: DivideDollar, view: View, ask: Ask, rng: Random) -> int:
    """An equal share; remaining pieces go to the first seats, one each.

    If all do this nothing is wasted, and nobody gains by bidding anything else: an equilibrium.
    """
    del ask, rng
    share, left = divmod(game.golds, game.seats)
    return share + (view.seat is not None and view.seat < left)
