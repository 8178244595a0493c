"""Indicators of Sea Battle: the health that a team has left, and ships sunk."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """The remaining health of a team's ships, and whether the seat's own ship was sunk."""
    found, ships = course.nothing(), course.end.ships
    for seat, values in enumerate(found):
        note(values, health=course.scores[seat], sunk=not ships[seat].afloat)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator(
            "health",
            "Share of health left",
            "share",
            "The health of the player's team, as a share of what both teams have left.",
        ),
        Indicator("sunk", "Ship sunk", "share", "Share of games in which the player's ship was sunk.", True),
    ),
    measure,
)
