"""Indicators of bargaining: deals, and what they are worth to both sides."""

from __future__ import annotations

from typing import Final

from agonist.games.bargain.goods import WHOLE
from agonist.games.bargain.rules import worths
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note, shares_of


def measure(course: Course) -> list[Measurements]:
    """Agreements, and their value to both sides."""
    found = course.nothing()
    end = course.end
    worth = worths(end.table, end.values) if end.table.agreed else (0, 0)
    for values, value, share in zip(found, worth, shares_of(worth), strict=True):
        note(values, deals=end.table.agreed, value=value)
        if end.table.agreed:
            note(values, share=share, rounds=(end.table.turns + 1) // 2)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("deals", "Deals", "share", "Share of all games."),
        Indicator(
            "value",
            "Value",
            "number",
            f"What the player got, of {WHOLE}; 0 without a deal.",
            bounds=(0, WHOLE),
        ),
        Indicator(
            "share",
            "Share of the value",
            "share",
            "The player's share of what a deal is worth to both sides.",
        ),
        Indicator("rounds", "Rounds to a deal", "number"),
    ),
    measure,
)
