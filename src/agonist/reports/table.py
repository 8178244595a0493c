"""A table of text, as all formats write it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from agonist.metrics import Moment

if TYPE_CHECKING:
    from agonist.metrics.report_section import CellIndex

YARDSTICKS: Final = "Yardsticks"
"""What is written above the rows of built-in players to compare with."""


@dataclass(frozen=True, slots=True)
class TextTable:
    """One table. Cells are plain text on one line, not escaped for any format."""

    name: str
    title: str
    note: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    left: frozenset[int] = field(default=frozenset({0}))
    """Columns of words; all other columns hold numbers and are aligned to the right."""
    best: frozenset[CellIndex] = field(default=frozenset())
    """Cells in bold, by row and column from 0, in formats that have bold text; terminals show no
    difference."""
    second: frozenset[CellIndex] = field(default=frozenset())
    """Underlined cells."""
    own: int | None = None
    """How many rows there are before those of yardsticks, which are set apart; `None` without any."""
    moments: tuple[Moment, ...] = ()
    """For each row the step of a match to which a page with matches leads; none if rows have none."""


def marked(table: TextTable, escape: Callable[[str], str], best: str, second: str) -> list[list[str]]:
    """The rows, escaped for a format, with its marks around the best and second best cells."""

    def written(cell: str, place: tuple[int, int]) -> str:
        mark = best if place in table.best else second if place in table.second else "{}"
        return mark.format(escape(cell))

    return [
        [written(cell, (row, column)) for column, cell in enumerate(cells)]
        for row, cells in enumerate(table.rows)
    ]
