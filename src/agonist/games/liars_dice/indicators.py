"""Indicators of Liar's Dice: how often players doubt and are right, and how many of their bids are true."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Doubts, right doubts and true bids; fallback moves do not count."""
    found, game = course.nothing(), course.game
    for state, seat, action in course.moves():
        doubts = action[0] == "doubt"
        number, face = state.bid if doubts else action[1]
        true = game.count(state.cups, face) >= number
        note(found[seat], doubts=doubts)
        note(found[seat], **({"right": not true} if doubts else {"true": true}))
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("doubts", "Doubts", "share", "Share of all actions."),
        Indicator("right", "Right doubts", "share", "Share of the player's doubts."),
        Indicator("true", "True bids", "share", "Share of the player's bids."),
    ),
    measure,
)
