"""A picture for games without a board: a table of the moves by round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from agonist.core import Seat, player_name
from agonist.kit.picture import Cell, Emphasis, Label, Picture, Shape, Style, seat_style

LABELS: Final = 3.6
"""The width of the first column, in units."""

WIDE: Final = 1.5
HIGH: Final = 0.6

LEAST_WIDTH: Final = 8.0
"""The least width in units, so that a title has room."""

COLUMNS: Final = 8
"""The most rounds that are shown; earlier rounds are in the log."""

STRIDE: Final = 4
"""The number of rounds that leave a picture together. Until then rounds stay in their columns, so that a page
stores a cell once for several pictures."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """One row: its label, and a text under each heading."""

    label: str
    cells: tuple[str, ...]
    style: Style = "plain"
    emphasis: Emphasis = ""
    choices: tuple[int, ...] = ()


def table_picture(
    title: str, head: Sequence[str], rows: Sequence[TableRow], *, wide: float = WIDE
) -> Picture:
    """A table under a title; empty cells are drawn, and left out of the description."""
    width = max(LABELS + wide * len(head), LEAST_WIDTH)
    parts: list[Shape] = [Label(0, 0.3, title, title, 0.34, "start", width)]
    for column, name in enumerate(head):
        x = LABELS + wide * (column + 0.5)
        parts.append(Label(x, 0.95, f"column {name}", name, 0.28, width=wide * 0.95, style="muted"))
    for nth, row in enumerate(rows):
        parts += _line(nth, row, tuple(head), wide)
    description = "; ".join(f"{row.label}: {_listed(head, row.cells)}" for row in rows)
    return Picture(width, 1.2 + HIGH * len(rows), tuple(parts), f"{title}. {description or 'Nothing yet'}.")


@lru_cache(maxsize=50_000)
def _line(nth: int, row: TableRow, head: tuple[str, ...], wide: float) -> tuple[Shape, ...]:
    y = 1.2 + HIGH * nth
    name = Cell(
        0,
        y,
        row.label,
        row.label,
        LABELS - 0.1,
        HIGH - 0.06,
        style=row.style,
        emphasis=row.emphasis,
        choices=row.choices,
    )
    cells = zip(head, row.cells, strict=True)
    return name, *(_cell(nth, at, row.label, *cell, wide, row.choices) for at, cell in enumerate(cells))


@lru_cache(maxsize=100_000)
def _cell(
    nth: int, column: int, label: str, name: str, text: str, wide: float, choices: tuple[int, ...]
) -> Cell:
    description = f"{label}, {name}: {text or 'nothing'}"
    x, y = LABELS + wide * column, 1.2 + HIGH * nth
    return Cell(x, y, description, text, wide - 0.06, HIGH - 0.06, style="board", choices=choices)


def seat_row(seat: Seat, me: Seat | None, cells: Sequence[str], emphasis: Emphasis = "") -> TableRow:
    """The row of a player, in the player's colour."""
    you = " (you)" if seat == me else ""
    return TableRow(f"{player_name(seat)}{you}", tuple(cells), seat_style(seat), emphasis)


def rounds_picture(title: str, lines: Sequence[tuple[str, dict[int, str]]], me: Seat | None) -> Picture:
    """The last rounds: for each row, its label and a text by number of the round.

    Rows without any text are left out.
    """
    numbers = sorted({number for _, texts in lines for number in texts})
    numbers = numbers[_first(len(numbers)) :]
    rows = [
        TableRow(name, tuple(texts.get(number, "") for number in numbers), "shade1")
        for name, texts in lines
        if any(number in texts for number in numbers)
    ]
    who = "" if me is None else f", as {player_name(me)} sees it"
    return table_picture(f"{title}{who}", [f"round {number}" for number in numbers], rows)


def seats_by_round(
    title: str, rounds: Sequence[Sequence[Any]], me: Seat | None, *, wide: float = WIDE
) -> Picture:
    """A row for each player, with their moves in the last rounds."""
    first = _first(len(rounds))
    head = [f"round {number}" for number in range(first + 1, len(rounds) + 1)]
    seats = range(len(rounds[0])) if rounds else range(0)
    rows = [seat_row(seat, me, [str(each[seat]) for each in rounds[first:]]) for seat in seats]
    return table_picture(title if rounds else f"{title}: no round is over", head, rows, wide=wide)


def _first(rounds: int) -> int:
    """The first round that is shown, counted from 0: the last five to eight rounds are, once there are so
    many.

    >>> [_first(rounds) for rounds in (3, 8, 9, 12, 13)]
    [0, 0, 4, 4, 8]
    """
    return -(-max(rounds - COLUMNS, 0) // STRIDE) * STRIDE


def _listed(head: Sequence[str], cells: Sequence[str]) -> str:
    return ", ".join(f"{name} {text}" for name, text in zip(head, cells, strict=True) if text) or "nothing"
