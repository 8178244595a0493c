"""Indicators of Hanabi: points, and how often each action was chosen, as LLMArena counts it."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Points, and how often each action was chosen, without fallback moves."""
    found, end = course.nothing(), course.end.table
    for values, score in zip(found, course.scores, strict=True):
        note(values, points=score, height=end.height, lost=end.end == "lives")
    for state, seat, action in course.moves():
        verb = action[0]
        note(found[seat], plays=verb == "play", hints=verb == "hint", discards=verb == "discard")
        if verb == "play":
            note(found[seat], fits=state.table.fits(state.hands[seat][int(action[1])]))
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("points", "Points", "number", "The score of a game; 0 once the last life is lost."),
        Indicator("height", "Height", "number", "Cards in the fireworks at the end."),
        Indicator("lost", "Lost all lives", "share", "Share of games.", low_is_good=True),
        Indicator(
            "fits", "Plays that fit", "share", "Share of the player's played cards that fit a firework."
        ),
        Indicator("plays", "Plays", "share", "Share of all actions."),
        Indicator("hints", "Hints", "share", "Share of all actions."),
        Indicator("discards", "Discards", "share", "Share of all actions."),
    ),
    measure,
)
