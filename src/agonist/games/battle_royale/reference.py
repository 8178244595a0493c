"""Shooting at the strongest, γ-Bench's own yardstick, or at nobody where it is good to be hit."""

from __future__ import annotations

from random import Random

from agonist.core import Ask, Seat
from agonist.games.battle_royale.rules import NOBODY, BattleRoyale, State, opponents


def at_strongest(game: BattleRoyale, view: State, ask: Ask, rng: Random) -> Seat | str:
    """The opponent with the highest hit rate; nobody if the first one out wins, since a hit is a gift then.

    Whoever is hit, the shooter moves up by one place, so what a target matters for is the shots that it
    would have fired. Against players who aim at anybody no aim is better (`benchmarks/truels.py` computes
    it). In equilibrium the weak often miss on purpose (Kilgour, 1975), which pays only if the others reason
    alike.
    """
    del ask, rng
    return NOBODY if game.wins == "first" else max(opponents(view), key=game.hit_rate)
