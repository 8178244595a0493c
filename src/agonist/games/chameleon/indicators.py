"""Indicators of Chameleon: credits by role, as in MAgIC, votes, and the chameleon's escape or guess."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Credits by role; votes for the chameleon, where a fallback vote is a miss; the chameleon's guesses."""
    found, end = course.nothing(), course.end
    for seat, values in enumerate(found):
        role = "chameleon" if seat == end.chameleon else "other"
        note(values, **{f"win_as_{role}": course.scores[seat]})
    hidden = found[end.chameleon]
    note(hidden, escaped=end.ending in ("wrong accusation", "tie"))
    if end.ending in ("guessed right", "guessed wrong"):
        note(hidden, guessed=end.ending == "guessed right")
    for state, moves, fallback in course.decisions:
        if state.phase == "vote":
            for seat, target in moves.items():
                if seat != end.chameleon:
                    note(found[seat], votes=target == end.chameleon and seat not in fallback)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator(
            "win-as-chameleon", "Credit as chameleon", "share", "1 for a win, a half for a tie.", short="Won"
        ),
        Indicator("win-as-other", "Credit as other", "share", "1 for a win, a half for a tie.", short="Won"),
        Indicator(
            "votes",
            "Vote accuracy",
            "share",
            "Share of the player's votes, not as chameleon, that name the chameleon.",
        ),
        Indicator(
            "escaped", "Escaped", "share", "Share of games as chameleon in which the player was not caught."
        ),
        Indicator(
            "guessed",
            "Word guessed",
            "share",
            "Share of games as a caught chameleon in which the player guessed the word.",
        ),
    ),
    measure,
)
