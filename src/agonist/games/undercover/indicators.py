"""Indicators of Undercover: wins and survival by role, and civilians' votes."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Wins and votes survived by role, and civilians' votes for an undercover. Fallback votes are
    misses.
    """
    found, end = course.nothing(), course.end
    for seat, values in enumerate(found):
        role = "undercover" if seat in end.undercovers else "civilian"
        note(values, **{f"win_as_{role}": course.scores[seat] > 0})
        note(values, **{f"survived_as_{role}": seat not in end.results})
    for state, moves, fallback in course.decisions:
        if state.phase == "vote":
            for seat, target in moves.items():
                if seat not in end.undercovers:
                    note(found[seat], votes=target in end.undercovers and seat not in fallback)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("win-as-undercover", "Win rate as undercover", "share", short="Won"),
        Indicator("win-as-civilian", "Win rate as civilian", "share", short="Won"),
        Indicator(
            "votes",
            "Vote accuracy",
            "share",
            "Share of the player's votes as a civilian that name an undercover.",
        ),
        Indicator("survived-as-undercover", "Survived as undercover", "share", short="Survived"),
        Indicator("survived-as-civilian", "Survived as civilian", "share", short="Survived"),
    ),
    measure,
)
