"""The equilibrium in which everyone goes with the same probability."""

from __future__ import annotations

from functools import cache
from math import comb
from random import Random

from agonist.core import Ask
from agonist.games.el_farol.rules import ElFarol, View


def mixed_equilibrium(game: ElFarol, view: View, ask: Ask, rng: Random) -> str:
    """Go with the probability that leaves everyone indifferent between going and staying."""
    del view, ask
    worth = (game.home - game.gain_min) / (game.gain_max - game.gain_min)
    return "go" if rng.random() < chance_of_going(game.seats, game.room, worth) else "stay"


@cache
def chance_of_going(seats: int, room: int, worth: float) -> float:
    """The p at which a player who goes finds room with probability `worth`, if the others go with p.

    0 or 1 if going is never or always better. Two players, room for one, home half way: p is one half.

    >>> round(chance_of_going(2, 1, 0.5), 9), chance_of_going(10, 0, 0.5), chance_of_going(10, 10, 0.5)
    (0.5, 0.0, 1.0)
    """
    if room < 1:
        return 0.0
    if room >= seats:
        return 1.0
    low, high = 0.0, 1.0
    for _ in range(60):
        p = (low + high) / 2
        if chance_of_room(seats, room, p) > worth:
            low = p
        else:
            high = p
    return (low + high) / 2


def chance_of_room(seats: int, room: int, p: float) -> float:
    """The probability that a player who goes finds room: at most room - 1 of the others go, each with p."""
    others = seats - 1
    return sum(comb(others, k) * p**k * (1 - p) ** (others - k) for k in range(room))
