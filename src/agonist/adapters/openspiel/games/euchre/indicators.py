"""Indicators of euchre: trumps named, and how that went."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note

NEEDED: Final = 3
"""Tricks that the side needs that named trumps."""


def measure(course: Course) -> list[Measurements]:
    found = course.nothing()
    hand = course.game.facts(spiel_of(course.end), None)
    for seat, values in enumerate(found):
        note(values, called=seat == hand.declarer)
    if hand.declarer is not None:
        took = sum(trick.winner % 2 == hand.declarer % 2 for trick in hand.tricks)
        note(found[hand.declarer], euchred=took < NEEDED, alone=hand.declarer in hand.alone)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("called", "Trumps named", "share", "Share of hands in which the player named trumps."),
        Indicator("euchred", "Euchred", "share", "Of these hands, those with fewer than three tricks.", True),
        Indicator("alone", "Alone", "share", "Of these hands, those that the player played alone."),
    ),
    measure,
)
