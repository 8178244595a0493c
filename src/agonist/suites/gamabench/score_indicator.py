"""The suite's score of single matches, as a column of the boards of its games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note
from agonist.suites.gamabench.results import seats_by_player
from agonist.suites.gamabench.scoring import GAMES, choices_from, score

COLUMN: Final = Indicator(
    "gamma",
    "γ-Bench score",
    "number",
    "From 0 to 100, over the player's seats in a match.",
    digits=1,
    once=True,
)
"""As the suite scores its profile. Illegal choices can lower it below 0, so the interval is not bounded."""


def measure(course: Course) -> list[Measurements]:
    """One number per player and match, as the suite scores groups of seats."""
    found, choices = course.nothing(), choices_from(course.game, course.end)
    for seats in seats_by_player(course.players).values():
        value = score(choices, "updated", seats).value
        if value is not None:
            note(found[seats[0]], gamma=value)
    return found


INDICATORS: Final[Mapping[str, Indicators]] = dict.fromkeys(GAMES, Indicators((COLUMN,), measure))
