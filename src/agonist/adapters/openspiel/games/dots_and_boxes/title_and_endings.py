"""What Dots and Boxes is called, why it ended, and what has been drawn."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat

LINE: Final = re.compile(r"P\d\(([hv]),(\d+),(\d+)\)")
"""A line in the library's text: horizontal or vertical, and the row and the column where it begins."""


class Drawn(NamedTuple):
    """What is on the paper: the size in boxes, the lines, and the owner of each box by row and column."""

    rows: int
    columns: int
    lines: frozenset[tuple[str, int, int]]
    boxes: dict[tuple[int, int], Seat]


class DotsAndBoxes(SpielGame):
    title: ClassVar[str] = "Dots and Boxes"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("La Pipopipette (Lucas, 1889)",)
    usual: ClassVar = {"num_cols": 3, "num_rows": 3}

    def ending(self, spiel: Any) -> str:
        owners = list(drawn(spiel).boxes.values())
        return f"all lines are drawn: boxes {owners.count(0)} to {owners.count(1)}"


def line_of(text: str) -> tuple[str, int, int]:
    """The line that the library's text names."""
    kind, row, column = LINE.fullmatch(text).groups()  # type: ignore[union-attr]
    return kind, int(row), int(column)


def drawn(spiel: Any) -> Drawn:
    """All lines so far; a box belongs to whoever drew its last line."""
    size = spiel.get_game().get_parameters()
    lines: set[tuple[str, int, int]] = set()
    boxes: dict[tuple[int, int], Seat] = {}
    for played in spiel.full_history():
        kind, row, column = line = line_of(spiel.action_to_string(played.player, played.action))
        lines.add(line)
        beside = [(row, column), (row - 1, column) if kind == "h" else (row, column - 1)]
        for box in beside:
            if lines >= sides(*box):
                boxes[box] = int(played.player)
    return Drawn(int(size["num_rows"]), int(size["num_cols"]), frozenset(lines), boxes)


def sides(row: int, column: int) -> set[tuple[str, int, int]]:
    """The four lines around a box."""
    return {("h", row, column), ("h", row + 1, column), ("v", row, column), ("v", row, column + 1)}
