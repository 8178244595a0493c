"""Indicators of backgammon: checkers left alone, and checkers hit."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.backgammon.title_and_endings import exposed, position
from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    found = course.nothing()
    hits = [0] * len(found)
    for state, seat, move in course.moves():
        before = spiel_of(state)
        now, then = position(before), position(before.child(move))
        hits[seat] += then.bar[1 - seat] - now.bar[1 - seat]
        if not then.again:
            note(found[seat], blots=len(exposed(then, seat)))
    if course.decisions:
        for values, count in zip(found, hits, strict=True):
            note(values, hits=count)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator(
            "blots",
            "Blots",
            "number",
            "Single checkers that the other can still hit, after each play of the player.",
            low_is_good=True,
        ),
        Indicator("hits", "Hits", "number", "Checkers of the other that the player hit in a match."),
    ),
    measure,
)
