"""A part of a report: words, tables, charts. Numbers stay numbers until they are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

Cell: TypeAlias = str | int | float | None
"""`None` is written n/a: there is no evidence."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a header; `digits` is how many decimals numbers are written with."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    digits: int = 1
    note: str = ""


@dataclass(frozen=True, slots=True)
class Chart:
    """A figure: an ECharts option as plain data, and what it shows for those who cannot see it."""

    title: str
    option: Mapping[str, Any]
    shows: str


@dataclass(frozen=True, slots=True)
class SuiteScore:
    """A suite's own score of a player, for formats that have one table for all numbers.

    `part`: the game, and what else the score is of; empty for all games together. `method`: how the suite
    scored. `matches`: how many scores the mean is of. The interval is a 95% one.
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
    """One heading of a report."""

    title: str
    text: str = ""
    tables: tuple[Table, ...] = ()
    charts: tuple[Chart, ...] = ()
    scores: tuple[SuiteScore, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON; charts are left out, since they show what the tables say."""
        return {"title": self.title, "text": self.text, "tables": [asdict(table) for table in self.tables]}
