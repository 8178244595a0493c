"""Indicators of the Pirate Game: gold, plans and votes."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Votes, and what became of the pirates and their plans."""
    found = course.nothing()
    for _, seat, move in course.moves():
        if move in ("accept", "reject"):
            note(found[seat], accepts=move == "accept")
    overboard = course.end.overboard
    for seat, values in enumerate(found):
        note(values, overboard=seat < overboard, gold=max(0.0, course.scores[seat]))
        if seat <= overboard:
            note(values, plans=seat == overboard)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("gold", "Gold", "number", "Mean gold per game; 0 for a player thrown overboard.", digits=1),
        Indicator("plans", "Plans accepted", "share", "Share of the plans that the player proposed."),
        Indicator("accepts", "Votes to accept", "share", "Share of the player's votes on others' plans."),
        Indicator("overboard", "Overboard", "share", "Share of games.", low_is_good=True),
    ),
    measure,
)
