"""Indicators of the Prisoner's Dilemma: defections, and points a round."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Points per round, and defections as MAgIC's rationality counts them."""
    found = course.nothing()
    for seat, values in enumerate(found):
        note(values, a_round=course.scores[seat] / len(course.end.rounds))
    for _, seat, move in course.moves():
        note(found[seat], defections=move == "defect")
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("a-round", "Points per round", "number"),
        Indicator("defections", "Defections", "share", "Share of all decisions; MAgIC's rationality."),
    ),
    measure,
)
