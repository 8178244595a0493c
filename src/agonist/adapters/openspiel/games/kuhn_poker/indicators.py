"""Indicators of Kuhn poker: bluffs, and mistakes whatever the others do."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.kuhn_poker.seat_knowledge import BET
from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note

MISTAKES: Final = Indicator(
    "mistakes",
    "Mistakes",
    "share",
    "Of the answers to a bet with the lowest or the highest card: calls with the lowest, and folds with the "
    "highest. Neither can be right.",
    low_is_good=True,
)
BLUFFS: Final = Indicator(
    "bluffs",
    "Bluffs",
    "share",
    "Of the first bets that a player could make with the lowest card, those that they made. In equilibrium "
    "the second player makes a third of them, the first player at most a third.",
)


def measure(course: Course) -> list[Measurements]:
    found = course.nothing()
    for state, seat, move in course.moves():
        hand = course.game.facts(spiel_of(state), seat)
        if hand.opened and hand.card in (0, hand.seats):
            note(found[seat], mistakes=(move == BET) != (hand.card == hand.seats))
        elif not hand.opened and hand.card == 0:
            note(found[seat], bluffs=move == BET)
    return found


INDICATORS: Final = Indicators((MISTAKES, BLUFFS), measure)
