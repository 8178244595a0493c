"""Indicators of Are You the Traitor?: treasure, shares of the score, right accusations."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Treasure, and whether players who called stop accused the right player."""
    found, end = course.nothing(), course.end
    treasures = next(event[1] for _, event in reversed(end.log) if event[0] == "over")
    for seat, values in enumerate(found):
        note(values, treasure=treasures[seat], share=course.scores[seat])
    for _, event in end.log:
        if event[0] == "result":
            note(found[event[1]], stops=bool(event[3]))
    return found


INDICATORS: Final = Indicators(
    (
        Indicator(
            "share", "Share of the score", "share", "1 for the only winner; shared by the scores otherwise."
        ),
        Indicator("treasure", "Treasure", "number", "Mean points at the end of a game."),
        Indicator(
            "stops",
            "Right accusations",
            "share",
            "Share of the player's stop calls that accuse the right player.",
        ),
    ),
    measure,
)
