"""Indicators of hearts: points, the queen of spades, and moons."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.hearts.seat_knowledge import HEARTS, QUEEN_OF_SPADES, suit_of
from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note

COUNT: Final = 14
"""The hearts and the queen of spades."""


def measure(course: Course) -> list[Measurements]:
    found = course.nothing()
    tricks = course.game.facts(spiel_of(course.end), None).tricks
    for seat, points in enumerate(course.game.taken(tricks)):
        cards = [card for trick in tricks if trick.winner == seat for card in trick.cards]
        bad = [card for card in cards if suit_of(card) == HEARTS or card == QUEEN_OF_SPADES]
        note(found[seat], points=points, queen=QUEEN_OF_SPADES in bad, moons=len(bad) == COUNT)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator(
            "points", "Points", "number", "In the tricks of a hand, whoever shot the moon.", True, digits=1
        ),
        Indicator("queen", "Queen of spades", "share", "Share of hands in which the player took it.", True),
        Indicator("moons", "Moons", "share", "Share of hands in which the player shot the moon."),
    ),
    measure,
)
