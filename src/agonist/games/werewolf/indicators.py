"""Indicators of Werewolf: wins by side, votes of the village, and who is suspected at night."""

from __future__ import annotations

from typing import Final

from agonist.games.werewolf.roles import wolves
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Wins and survival by side, and of the village whom they vote for and suspect; fallback moves miss."""
    found, end = course.nothing(), course.end
    pack = wolves(end.roles)
    for seat, values in enumerate(found):
        side = "werewolf" if seat in pack else "village"
        note(values, **{f"win_as_{side}": course.scores[seat] > 0, f"alive_as_{side}": seat in end.alive})
    for state, moves, fallback in course.decisions:
        for seat, target in moves.items():
            if state.phase == "vote" and seat not in pack:
                note(found[seat], votes=target in pack and seat not in fallback)
            elif state.phase == "night" and state.roles[seat] in ("Villager", "Mason", "Hunter"):
                note(found[seat], suspects=target in pack and seat not in fallback)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("win-as-werewolf", "Win rate as werewolf", "share", short="Won"),
        Indicator("win-as-village", "Win rate as village", "share", short="Won"),
        Indicator(
            "votes", "Right votes", "share", "Share of the player's votes in the village for a werewolf."
        ),
        Indicator(
            "suspects",
            "Right suspicions",
            "share",
            "Share of the nights in which the player, without a role at night, suspects a werewolf.",
        ),
        Indicator("alive-as-werewolf", "Survived as werewolf", "share", short="Survived"),
        Indicator("alive-as-village", "Survived in the village", "share", short="Survived"),
    ),
    measure,
)
