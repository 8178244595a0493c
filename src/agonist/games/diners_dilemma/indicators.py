"""Indicators of the Diner's Dilemma: costly dishes."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Whether each dish that a player ordered is the costly one."""
    found = course.nothing()
    for _, seat, move in course.moves():
        note(found[seat], costly=move == "costly")
    return found


INDICATORS: Final = Indicators(
    (Indicator("costly", "Costly dishes", "share", "Share of the dishes that the player ordered."),),
    measure,
)
