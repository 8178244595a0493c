"""An indicator of Goofspiel: the part of all points that a player took."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    found = course.nothing()
    table = course.game.facts(spiel_of(course.end), None)
    every = sum(each.prize for each in table.rounds)
    for values, points in zip(found, table.points, strict=True):
        note(values, points=points / every)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator(
            "points",
            "Points taken",
            "share",
            "Share of the points of all prizes; nobody takes one for which several bid the most.",
        ),
    ),
    measure,
)
