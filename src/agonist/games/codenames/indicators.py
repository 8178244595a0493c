"""Indicators of Codenames: words found, right guesses, numbers of clues."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Shares of the words found, and how good clues and guesses were; fallback moves do not count."""
    found, end = course.nothing(), course.end
    words = sum(end.right)
    for seat, values in enumerate(found):
        note(values, found=end.right[seat % 2] / words if words else 0.5)
        note(values, assassin=end.ending == "assassin" and seat % 2 != ("red", "blue").index(end.winner))
    colour = dict(zip(end.words, end.key, strict=True))
    for state, seat, move in course.moves():
        if state.phase == "guess" and move in colour:
            note(found[seat], right=colour[move] == state.team)
        elif state.phase == "clue" and isinstance(move[1], int):
            note(found[seat], clue=move[1])
    return found


INDICATORS: Final = Indicators(
    (
        Indicator(
            "found",
            "Share of words found",
            "share",
            "The words found by the player's team, as a share of all that were found.",
        ),
        Indicator(
            "right",
            "Right guesses",
            "share",
            "Share of the player's guesses as operative that are a word of their team.",
        ),
        Indicator(
            "clue", "Number of a clue", "number", "How many words the player's clues are for, on average."
        ),
        Indicator("assassin", "Lost to the assassin", "share", "Share of games.", low_is_good=True),
    ),
    measure,
)
