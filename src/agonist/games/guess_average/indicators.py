"""Indicators of Guess 2/3 of the Average: the numbers chosen."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Each number that a player chose."""
    found = course.nothing()
    for _, seat, move in course.moves():
        note(found[seat], guess=move)
    return found


INDICATORS: Final = Indicators(
    (Indicator("guess", "Mean number", "number", "The mean of the numbers chosen.", True, digits=1),),
    measure,
)
