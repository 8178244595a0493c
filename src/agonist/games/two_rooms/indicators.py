"""Indicators of Two Rooms and a Boom: wins by team and in a key role, and who led a room."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """Wins by team, and as one of the two players who decide the game."""
    found, end = course.nothing(), course.end
    blue = set(course.game.teams(end)[0])
    leaders = {seat for decision in course.decisions for seat in decision.state.leaders}
    for seat, values in enumerate(found):
        won = course.scores[seat]
        note(values, **{"win_as_blue" if seat in blue else "win_as_red": won})
        if end.cards[seat] in ("President", "Bomber"):
            note(values, key_role=won)
        note(values, led=seat in leaders)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("win-as-blue", "Win rate as Blue", "share", short="Won"),
        Indicator("win-as-red", "Win rate as Red", "share", short="Won"),
        Indicator("key-role", "Win rate as President or Bomber", "share"),
        Indicator(
            "led", "Led a room", "share", "Share of games in which the player led a room at some time."
        ),
    ),
    measure,
)
