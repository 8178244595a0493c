"""The profile of abilities over all games: the papers that measure an ability, in which games, the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from agonist.ratings.share_intervals import NO_SPAN, Span, combined
from agonist.reports.questions.marks_by_ability import Mark

LEAST_GAMES: Final = 2
"""The number of games with an interval that an ability needs; a single game only shows how good a player is
at that game."""


@dataclass(frozen=True, slots=True)
class Behind:
    """The games in which one paper measures an ability: the paper, and its parts in this run."""

    paper: str
    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AbilityResult:
    """How good a player is at the games that measure an ability: the mean of their marks, unweighted.

    0 is the baseline player, 100 the reference; the interval is a 95% one. `None` where there is not enough
    data: fewer than two games in which baseline and reference differ.
    """

    player: str
    ability: str
    value: float | None
    low: float | None
    high: float | None
    games: int
    """The number of games in the mean."""


Tags = Mapping[str, tuple[str, Sequence[str]]]
"""By part: the paper, and the abilities that the paper or the game names."""


def behind(tags: Tags) -> dict[str, tuple[Behind, ...]]:
    """The games behind each ability, paper by paper; abilities in alphabetical order."""
    found: dict[str, dict[str, list[str]]] = {}
    for part, (paper, abilities) in tags.items():
        for ability in abilities:
            found.setdefault(ability, {}).setdefault(paper, []).append(part)
    return {
        ability: tuple(Behind(paper, tuple(parts)) for paper, parts in found[ability].items())
        for ability in sorted(found)
    }


def abilities(marks: Sequence[Mark], tags: Tags, players: Sequence[str]) -> list[AbilityResult]:
    """Each player at each ability."""
    games = {
        ability: {part for paper in papers for part in paper.parts}
        for ability, papers in behind(tags).items()
    }
    return [
        _mean(player, ability, [m for m in marks if m.player == player and m.part in parts])
        for player in players
        for ability, parts in games.items()
    ]


def _mean(player: str, ability: str, marks: Sequence[Mark]) -> AbilityResult:
    known = [
        Span(mark.value, mark.low, mark.high)
        for mark in marks
        if mark.measure == "anchored" and None not in (mark.value, mark.low, mark.high)
    ]
    mean = NO_SPAN if len(known) < LEAST_GAMES else combined([(1 / len(known), span) for span in known])
    return AbilityResult(player, ability, mean.value, mean.low, mean.high, len(known))
