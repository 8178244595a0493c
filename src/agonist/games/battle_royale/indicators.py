"""Indicators of Battle Royale: who survived, and shots missed on purpose."""

from __future__ import annotations

from typing import Final

from agonist.games.battle_royale.rules import NOBODY
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Shots at nobody, and who is left."""
    found = course.nothing()
    for _, seat, move in course.moves():
        note(found[seat], misses=move == NOBODY)
    for seat, values in enumerate(found):
        note(values, survived=seat in course.end.alive)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("survived", "Survived", "share", "Share of games in which the player was left at the end."),
        Indicator("misses", "Missed on purpose", "share", "Share of the player's shots."),
    ),
    measure,
)
