"""A player at random among sensible orders: those that strike nothing and no mate while the others stay."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.core import Ask, Seat
from agonist.core.random_choice import one_of
from agonist.games.sea_battle.movement_and_shots import COURSES, SIDES, Fleet, Orders, afloat, sail, target
from agonist.games.sea_battle.rules import SeaBattle, View, fleet


def sensible_orders(game: SeaBattle, view: View, ask: Ask, rng: Random) -> Any:
    """Any course that costs no damage if all others stay, with a shot at an enemy if there is one in reach,
    and else not at a mate; no signals."""
    if ask.about == "signal":
        return ""
    assert view.seat is not None
    me, ships, rocks = view.seat, fleet(view), game.all_rocks(view.rocks)
    found: list[Orders] = []
    for course in COURSES:
        courses = {**dict.fromkeys(ships, COURSES[-1]), me: course}
        after = sail(ships, courses, rocks, original=game.rules == "original").fleet
        if after[me].damage == ships[me].damage:
            ranked = {side: _good(afloat(after), me, target(after, me, side, rocks)) for side in SIDES}
            found += [(course, side) for side, good in ranked.items() if good == max(ranked.values())]
    return one_of(found, rng)


def _good(ships: Fleet, me: Seat, struck: Seat | None) -> int:
    """1 for a shot that hits an enemy, -1 for a mate."""
    if struck is None or struck not in ships:
        return 0
    return 1 if struck % 2 != me % 2 else -1
