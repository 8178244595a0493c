"""An indicator of battleship: shots that hit."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.battleship.seat_knowledge import WATER
from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    found, game = course.nothing(), course.game
    for state, seat, move in course.moves():
        before = spiel_of(state)
        if len(game.facts(before, seat).ships) == len(game.ship_lengths):
            note(found[seat], hits=game.facts(before.child(move), seat).shots[-1].result != WATER)
    return found


INDICATORS: Final = Indicators((Indicator("hits", "Hits", "share", "Of the player's shots."),), measure)
