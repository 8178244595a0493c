"""Indicators of Leduc poker: pairs that were folded, and bluffs."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.leduc_poker.seat_knowledge import FOLD, RAISE
from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note

FOLDED_PAIRS: Final = Indicator(
    "folded-pairs",
    "Pairs folded",
    "share",
    "Of the answers to a bet with a pair, the folds. A pair cannot lose.",
    low_is_good=True,
)
BLUFFS: Final = Indicator(
    "bluffs",
    "Bluffs",
    "share",
    "Of the moves in the first round with the lowest card, the raises.",
)


def measure(course: Course) -> list[Measurements]:
    found = course.nothing()
    for state, seat, move in course.moves():
        hand = course.game.facts(spiel_of(state), seat)
        if hand.card == hand.table and hand.price(seat):
            note(found[seat], **{"folded-pairs": move == FOLD})
        elif not hand.second and hand.card == 0:
            note(found[seat], bluffs=move == RAISE)
    return found


INDICATORS: Final = Indicators((FOLDED_PAIRS, BLUFFS), measure)
