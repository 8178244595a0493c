"""Indicators of the Public Goods Game: what players contribute."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Each contribution, and whether it is none."""
    found = course.nothing()
    for _, seat, move in course.moves():
        note(found[seat], put=move, free=move == 0)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("put", "Mean contribution", "number", "Tokens put into the pot in a round.", digits=1),
        Indicator(
            "free",
            "Rounds without a contribution",
            "share",
            "Share of rounds in which the player put nothing into the pot.",
        ),
    ),
    measure,
)
