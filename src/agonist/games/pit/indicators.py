"""Indicators of Pit: points, shares of the points, and corners of the market."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note, shares_of


def measure(course: Course) -> list[Measurements]:
    """Points, shares of the points, and who cornered the market."""
    found, scores = course.nothing(), course.scores
    for values, share, points in zip(found, shares_of(scores), scores, strict=True):
        note(values, share=share, points=points)
    for _, event in course.end.log:
        if event[0] == "cornered":
            for seat, values in enumerate(found):
                note(values, corners=seat == event[1])
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("points", "Points", "number", "At the end of a match."),
        Indicator("share", "Share of points", "share", "Share of all players' points, as GameBench scores."),
        Indicator(
            "corners",
            "Corners",
            "share",
            "Share of the hands with a corner in which the corner was the player's.",
        ),
    ),
    measure,
)
