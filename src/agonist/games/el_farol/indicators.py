"""Indicators of El Farol: evenings out."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Whether a player went out, by evening."""
    found = course.nothing()
    for _, seat, move in course.moves():
        note(found[seat], goes=move == "go")
    return found


INDICATORS: Final = Indicators(
    (Indicator("goes", "Evenings out", "share", "Share of all evenings."),),
    measure,
)
