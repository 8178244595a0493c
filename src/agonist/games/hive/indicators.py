"""Indicators of Hive: how far both Queens are surrounded at the end."""

from __future__ import annotations

from typing import Final

from agonist.games.hive.estimate import pressed
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note
from agonist.kit.missed_win_indicators import DRAWS, MOVES, note_ending


def measure(course: Course) -> list[Measurements]:
    """Taken cells around both Queens, and the ending."""
    found = course.nothing()
    for seat, values in enumerate(found):
        note(values, attack=pressed(course.end, 1 - seat), pressure=pressed(course.end, seat))
    note_ending(course, found)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator(
            "attack",
            "Around the opponent's Queen",
            "number",
            "Cells next to it that are taken at the end.",
            bounds=(0, 6),
        ),
        Indicator(
            "pressure",
            "Around their own Queen",
            "number",
            "Cells next to it that are taken at the end.",
            True,
            (0, 6),
        ),
        MOVES,
        DRAWS,
    ),
    measure,
)
