"""A player's numbers in a suite's report, as metrics by name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from agonist.metrics import ResultTable, Section


def numbers_of(sections: Sequence[Section], player: str) -> Iterable[tuple[str, float]]:
    """A player's numbers in a suite's report: its scores, or the rows of the first table with intervals."""
    scores = [score for section in sections for score in section.scores if score.player == player]
    for score in scores:
        name = _key(score.part or "score")
        ends = {name: score.rating, f"{name}_low": score.low, f"{name}_high": score.high}
        yield from ((key, value) for key, value in ends.items() if value is not None)
    if scores:
        return
    for section in sections:
        for table in section.tables:
            if {"player", "low", "high"} <= set(table.header):
                yield from _row_numbers(table, player)
                return


def _row_numbers(table: ResultTable, player: str) -> Iterable[tuple[str, float]]:
    """The values with intervals in a player's rows, named by the other cells and the column."""
    place = table.header.index("player")
    for row in table.rows:
        if row[place] != player:
            continue
        about = [cell for nth, cell in enumerate(row[: table.header.index("low")]) if nth != place]
        rest = " ".join(cell for cell in about if isinstance(cell, str))
        for nth, title in enumerate(table.header[:-2]):
            if table.header[nth + 1].endswith("low"):
                name = _key(rest if rest and title in GENERIC else f"{rest} {title}")
                for end, cell in zip(("", "_low", "_high"), row[nth : nth + 3], strict=True):
                    if isinstance(cell, int | float):
                        yield f"{name}{end}", float(cell)


GENERIC: Final = ("%", "value")
"""Titles that say nothing where the row has a name."""


def _key(text: str) -> str:
    """A name as metrics have them.

    >>> _key("reasoning: pair by pair"), _key("agreed, %")
    ('reasoning_pair_by_pair', 'agreed')
    """
    return re.sub(r"\W+", "_", text).strip("_").lower()
