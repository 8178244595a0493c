"""Indicators of Air, Land & Sea: shares of the points, and battles left early."""

from __future__ import annotations

from typing import Final

from agonist.games.air_land_sea.battle import withdrawal
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note, shares_of


def measure(course: Course) -> list[Measurements]:
    """Points and their shares, and what withdrawals gave away."""
    found = course.nothing()
    for values, share, points in zip(found, shares_of(course.scores), course.scores, strict=True):
        note(values, share=share, points=points)
    for state, seat, action in course.moves():
        if action == ("withdraw",):
            note(found[seat], given=withdrawal(state.table, seat, len(state.hands[seat])))
    for values in found:
        note(values, withdrawals=len(values.get("given", ())))
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("share", "Share of points", "share", "Share of both players' points, as GameBench scores."),
        Indicator("points", "Points", "number", "At the end of a match."),
        Indicator("withdrawals", "Withdrawals per match", "number", "Battles that the player left early."),
        Indicator(
            "given",
            "Points given by withdrawing",
            "number",
            "Points that the opponent got per withdrawal.",
            True,
        ),
    ),
    measure,
)
