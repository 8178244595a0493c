"""Indicators of blackjack: choices as in basic strategy, and hands beyond 21."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.blackjack.reference import best_choice
from agonist.adapters.openspiel.games.blackjack.seat_knowledge import BUST, total
from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note

BASIC: Final = Indicator(
    "basic-strategy",
    "Basic strategy",
    "share",
    "Of all choices, those of basic strategy: the best one for the total and the open card, if cards were "
    "put back (Baldwin et al., 1956).",
)
BUSTS: Final = Indicator("busts", "Busts", "share", "Share of hands in which the player passed 21.", True)


def measure(course: Course) -> list[Measurements]:
    found = course.nothing()
    for state, seat, move in course.moves():
        note(found[seat], basic_strategy=move == best_choice(course.game.facts(spiel_of(state), seat)))
    note(found[0], busts=total(course.game.facts(spiel_of(course.end), 0).mine) > BUST)
    return found


INDICATORS: Final = Indicators((BASIC, BUSTS), measure)
