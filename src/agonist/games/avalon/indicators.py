"""Indicators of Avalon: wins by side, votes on teams, cards on quests, and whether Merlin is found."""

from __future__ import annotations

from typing import Final

from agonist.games.avalon.roles import is_evil
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Wins by side, right votes of good players, the cards of evil ones, and whether Merlin was found.

    Fallback moves are wrong.
    """
    found, end = course.nothing(), course.end
    for seat, values in enumerate(found):
        side = "evil" if is_evil(end.roles[seat]) else "good"
        note(values, **{f"win_as_{side}": course.scores[seat] > 0})
        if end.named is not None and end.roles[seat] == "Merlin":
            note(values, hidden=end.named != seat)
    for state, moves, fallback in course.decisions:
        evil = {seat for seat, role in enumerate(state.roles) if is_evil(role)}
        for seat, move in moves.items():
            if state.phase == "vote" and seat not in evil:
                clean = not evil & {*state.team}
                note(found[seat], votes=seat not in fallback and (move == "approve") == clean)
            elif state.phase == "quest" and seat in evil:
                note(found[seat], fails=seat not in fallback and move == "fail")
            elif state.phase == "assassin":
                note(found[seat], found=seat not in fallback and state.roles[move] == "Merlin")
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("win-as-good", "Win rate as good", "share", short="Won"),
        Indicator("win-as-evil", "Win rate as evil", "share", short="Won"),
        Indicator(
            "votes",
            "Right votes",
            "share",
            "Share of the player's votes as good that approve a team without evil players or reject another.",
        ),
        Indicator("fails", "Fails played", "share", "Share of the player's cards on quests as evil."),
        Indicator("found", "Merlin found", "share", "Share of the player's shots as the Assassin."),
        Indicator(
            "hidden",
            "Hidden as Merlin",
            "share",
            "Share of the player's matches as Merlin that got to the Assassin, who named somebody else.",
        ),
    ),
    measure,
)
