"""Indicators of Divide the Dollar: how much players bid."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Each bid, and whether it leaves the others as much."""
    found = course.nothing()
    game = course.game
    for _, seat, move in course.moves():
        note(found[seat], bid=move, fair=move * game.seats <= game.golds)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("bid", "Mean bid", "number", "The mean bid for the golds of a round.", digits=1),
        Indicator(
            "fair", "Bids up to a fair part", "share", "Share of bids of at most an equal part of the golds."
        ),
    ),
    measure,
)
