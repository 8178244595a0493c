"""Indicators of gin rummy: knocks, how they went, and the deadwood that was left."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    found, end = course.nothing(), spiel_of(course.end)
    knocked, deadwood = end.knocked(), end.deadwood()
    for seat, values in enumerate(found):
        note(values, knocks=knocked[seat])
        if any(knocked):
            note(values, deadwood=deadwood[seat])
        if knocked[seat]:
            note(values, gin=deadwood[seat] == 0, undercut=deadwood[1 - seat] < deadwood[seat])
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("knocks", "Knocks", "share", "Share of hands."),
        Indicator("gin", "Gin", "share", "Of the player's knocks, those without deadwood."),
        Indicator(
            "undercut",
            "Undercut",
            "share",
            "Of the player's knocks, those that the other had less deadwood for.",
            True,
        ),
        Indicator(
            "deadwood",
            "Deadwood",
            "number",
            "What is left at the end of hands in which somebody knocked.",
            True,
            digits=1,
        ),
    ),
    measure,
)
