"""A heuristic player who tries every order against random moves of the others, and sails towards the
enemy."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import Any, Final

from agonist.core import Ask, Seat
from agonist.core.random_choice import one_of
from agonist.games.sea_battle.movement_and_shots import (
    COURSES,
    HULL,
    REACH,
    SIDES,
    Course,
    Fleet,
    Side,
    afloat,
    after_volley,
    sail,
    volley,
)
from agonist.games.sea_battle.rules import ORDERS, SeaBattle, View, fleet

TRIALS: Final = 6
"""The number of random moves of the others that are tried for each order."""

SINKING: Final = 6
"""The value of a ship beyond its health."""

COST_OF_DISTANCE: Final = 0.3
"""The cost of each cell of distance to the nearest enemy, beyond the reach of a shot."""


def by_trial(game: SeaBattle, view: View, ask: Ask, rng: Random) -> Any:
    """The order with the best average result against random moves of the others; no signals."""
    if ask.about == "signal":
        return ""
    assert view.seat is not None
    me, ships = view.seat, fleet(view)
    rocks = game.all_rocks(view.rocks)
    others = [_guess(ships, me, rng) for _ in range(TRIALS)]
    worth: dict[tuple[Course, Side], float] = {}
    for course in COURSES:
        passages = [
            sail(ships, {**courses, me: course}, rocks, original=game.rules == "original").fleet
            for courses, _ in others
        ]
        for side in SIDES:
            values = []
            for passage, (_, sides) in zip(passages, others, strict=True):
                firing = afloat(passage)
                hits = volley(firing, {**sides, me: side}, rocks)
                values.append(_worth({**passage, **after_volley(firing, hits)}, me))
            worth[course, side] = fmean(values)
    best = max(worth.values())
    good = [orders for orders in ORDERS.options() or () if worth[orders] > best - 1e-9]
    return one_of(good, rng)


def _guess(ships: Fleet, me: Seat, rng: Random) -> tuple[dict[Seat, Course], dict[Seat, Side]]:
    """Random moves and shots of all others."""
    courses = {seat: COURSES[int(rng.random() * 4)] for seat in ships if seat != me}
    return courses, {seat: SIDES[int(rng.random() * 2)] for seat in ships if seat != me}


def _worth(ships: Fleet, me: Seat) -> float:
    """Health and ships of the team minus the enemy's, and the distance of the player's ship to the nearest
    enemy."""
    value = 0.0
    for seat, ship in ships.items():
        health = max(0, HULL - ship.damage) + (SINKING if ship.afloat else 0)
        value += health if seat % 2 == me % 2 else -health
    cell = ships[me].cell
    away = [
        abs(ship.cell[0] - cell[0]) + abs(ship.cell[1] - cell[1])
        for seat, ship in ships.items()
        if seat % 2 != me % 2 and ship.afloat
    ]
    return value - COST_OF_DISTANCE * max(0, min(away, default=0) - REACH)
