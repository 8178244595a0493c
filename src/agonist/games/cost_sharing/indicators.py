"""Indicators of cost sharing: agreements, whose they are, and payments."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Agreements, whose proposals were agreed on, and what everyone pays."""
    found = course.nothing()
    end = course.end
    for seat, values in enumerate(found):
        agreed = end.agreed is not None
        note(values, agreed=agreed, own_plan=agreed and seat in end.votes)
        if agreed:
            note(values, paid=end.agreed[seat])
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("agreed", "Agreements", "share", "Share of games; MAgIC's cooperation."),
        Indicator(
            "own-plan", "Agreements on their own proposal", "share", "Share of games; MAgIC's coordination."
        ),
        Indicator(
            "paid",
            "Part paid, %",
            "number",
            "The player's part of the costs, in games with an agreement.",
            True,
            (0, 100),
            1,
        ),
    ),
    measure,
)
