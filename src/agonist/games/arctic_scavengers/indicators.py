"""Indicators of Arctic Scavengers: the size of the tribe, and how far it is ahead."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """People, and how many more than the opponent's."""
    found, scores = course.nothing(), course.scores
    for seat, values in enumerate(found):
        note(values, people=scores[seat], lead=scores[seat] - scores[1 - seat])
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("people", "People", "number", "In the tribe at the end."),
        Indicator(
            "lead", "Lead", "number", "How many more people the player's tribe has than the opponent's."
        ),
    ),
    measure,
)
