"""An indicator of first-price auctions: the bid beside the value."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    found = course.nothing()
    for state, seat, move in course.moves():
        note(found[seat], bid=move / course.game.facts(spiel_of(state), seat).value)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator(
            "bid",
            "Bid of value",
            "share",
            "The bid as a part of what the item is worth to the player. In equilibrium it is 1 - 1/n with n "
            "bidders, less what rounding takes (Vickrey, 1961).",
        ),
    ),
    measure,
)
