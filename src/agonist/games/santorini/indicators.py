"""Indicators of Santorini: missed wins, and wins by climbing."""

from __future__ import annotations

from typing import Final

from agonist.games.santorini.rules import SUMMIT
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note
from agonist.kit.missed_win_indicators import MISSED, MOVES, note_ending, winning


def measure(course: Course) -> list[Measurements]:
    """Missed wins, once a tower is high enough to climb."""
    found = course.nothing()
    for state, seat, move in course.moves():
        # Before a tower has three levels there is nothing to climb.
        if state.placed == len(state.workers) and state.levels[2]:
            wins = winning(course.game, state, seat)
            if wins:
                note(found[seat], missed_wins=move not in wins)
    note_ending(course, found)
    for seat, values in enumerate(found):
        del values["drawn"]  # there are none
        if course.scores[seat] > 0:
            note(values, climbed=course.end.end in SUMMIT)
    return found


INDICATORS: Final = Indicators(
    (
        MISSED,
        Indicator(
            "climbed",
            "Wins by climbing",
            "share",
            "Share of wins by climbing to level 3; the other wins leave the opponent no legal turn.",
        ),
        MOVES,
    ),
    measure,
)
