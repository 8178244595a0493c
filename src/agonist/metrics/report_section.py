"""A section of a report: text, tables and charts. Numbers are formatted only when it is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import inf
from typing import Any, TypeAlias

Cell: TypeAlias = str | int | float | None
"""A cell of a table; `None` means no evidence and is written n/a."""

CellIndex: TypeAlias = tuple[int, int]
"""A row and a column of a table, from 0."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a match, counted from 1, as a seat sees it."""

    match: int
    step: int
    seat: int


@dataclass(frozen=True, slots=True)
class ResultTable:
    """Rows of cells under a header; `digits` is how many decimals numbers are written with."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    digits: int = 1
    note: str = ""
    best: tuple[CellIndex, ...] = ()
    """Cells that are set in bold, by row and column from 0; see `best_two`."""
    second: tuple[CellIndex, ...] = ()
    """Cells that are underlined."""
    moments: tuple[Moment, ...] = ()
    """For each row the step of a match that it tells of; none if rows tell of no steps."""


def best_two(
    rows: Sequence[Sequence[Cell]], columns: Iterable[int], among: range | None = None
) -> tuple[tuple[CellIndex, ...], tuple[CellIndex, ...]]:
    """The cells with the largest and the second largest number of each column, with all that are equal.

    `among`: the rows that are compared, all of them unless given. A column with a single number has no best.

    >>> best_two((("ann", 2.0), ("bob", 1.0), ("cy", 2.0), ("dan", 0.5)), [1])
    (((0, 1), (2, 1)), ((1, 1),))
    """
    best: list[CellIndex] = []
    second: list[CellIndex] = []
    for column in columns:
        numbers = {
            row: value
            for row in (range(len(rows)) if among is None else among)
            if isinstance(value := rows[row][column], int | float)
        }
        if len(numbers) < 2:
            continue
        for places, wanted in zip((best, second), sorted(set(numbers.values()), reverse=True), strict=False):
            places += [(row, column) for row, value in numbers.items() if value == wanted]
    return tuple(best), tuple(second)


def by_rating(row: Sequence[Cell]) -> tuple[float, str]:
    """The key that sorts rows of player, rating and more: the best first, those without a rating last.

    >>> sorted([("ann", None), ("cy", 1.0), ("bob", 1.0), ("dan", 2.0)], key=by_rating)
    [('dan', 2.0), ('bob', 1.0), ('cy', 1.0), ('ann', None)]
    """
    player, rating, *_ = row
    return -rating if isinstance(rating, float) else inf, str(player)


@dataclass(frozen=True, slots=True)
class Chart:
    """A figure: an ECharts option as plain data, with a text alternative for screen readers."""

    title: str
    option: Mapping[str, Any]
    shows: str


@dataclass(frozen=True, slots=True)
class SuiteScore:
    """A suite's own score of a player, for formats with a single table of all numbers.

    `part`: the game, with the kind of score if there are several; empty for all games together. `method`: how
    the suite scored. `matches`: the number of scores in the mean. The interval is a 95% one.
    """

    part: str
    board: str
    method: str
    player: str
    rating: float | None
    low: float | None
    high: float | None
    matches: int


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a report, with its heading."""

    title: str
    text: str = ""
    tables: tuple[ResultTable, ...] = ()
    charts: tuple[Chart, ...] = ()
    scores: tuple[SuiteScore, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; charts are left out, since they show the numbers of the tables."""
        return {"title": self.title, "text": self.text, "tables": [asdict(table) for table in self.tables]}
