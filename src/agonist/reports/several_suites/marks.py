"""How good each player is at each game of every suite, between `baseline` (0) and `reference` (100)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from agonist.metrics import Section
from agonist.metrics.leaderboard import Row
from agonist.metrics.report_section import SuiteScore
from agonist.reports.questions.marks_by_ability import Mark, matrix

ALONE: Final = "gamabench"
"""The suite whose players play against copies of themselves: wins say nothing there, so its own scores are
used."""


def marks_of(
    boards: Iterable[tuple[str, Sequence[Row]]],
    sections: Sequence[Section],
    anchors: Mapping[str, str],
    players: Sequence[str],
    declared: Collection[str] = (),
) -> list[Mark]:
    """A mark for each player and game; parts are named `suite: game`. `declared`: see `matrix`.

    `boards`: the boards of each part. `sections`: tables with the suites' own scores. Only `players` get
    marks; other participants, such as fixed opponents, get none.
    """
    scores = [one for section in sections for one in section.scores if one.board == ALONE and one.part]
    alone = dict.fromkeys(one.part for one in scores)
    found = _by_scores(scores, anchors)
    found += matrix(((part, rows) for part, rows in boards if part not in alone), anchors, declared)
    return [mark for mark in found if mark.player in players]


def _by_scores(scores: Sequence[SuiteScore], anchors: Mapping[str, str]) -> list[Mark]:
    ends = set(anchors.values())
    boards: dict[str, list[Row]] = {}
    for one in scores:
        boards.setdefault(one.part, []).append(_row(one, certain=one.player in ends))
    marks = []
    for part, rows in boards.items():
        by_name = {row.player: row for row in rows}
        for mark in matrix([(f"{ALONE}: {part}", rows)], anchors):
            row = by_name[mark.player]
            if mark.value is None and row.score is not None and mark.measure == "win rate":
                note = mark.note or "baseline or reference did not play"
                mark = replace(
                    mark,
                    measure="score",
                    value=row.score,
                    low=row.score_low,
                    high=row.score_high,
                    note=note,
                )
            marks.append(mark)
    return marks


def _row(one: SuiteScore, *, certain: bool) -> Row:
    """A score as a line of a board. `certain`: the player is deterministic, so equal runs have equal
    scores."""
    low, high = one.low, one.high
    if certain and low is None and one.matches > 1:
        low = high = one.rating
    return Row(one.player, matches=one.matches, score=one.rating, score_low=low, score_high=high)
