"""Dots and Boxes as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase
from typing import Final

from agonist.adapters.openspiel.games.dots_and_boxes.text import WORDS, dot, ends
from agonist.adapters.openspiel.games.dots_and_boxes.title_and_endings import Drawn, drawn
from agonist.adapters.openspiel.grid_picture import chosen_labels
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.core import Ask, player_name
from agonist.kit.picture import Cell, Emphasis, Label, Line, Picture, Shape, Token, seat_style

EDGE: Final = 0.9
"""The margin for the names of rows and columns."""
MOST_BOXES: Final = 300
"""More boxes are not drawn: a picture has at most 2,000 shapes."""


def picture(view: History, ask: Ask | None) -> Picture:
    """The dots, the lines, and who has each box; a click between two dots draws a line."""
    paper = drawn(spiel_of(view))
    rows, columns, lines, boxes = paper
    if rows * columns > MOST_BOXES:
        text = f"{rows * columns:,} boxes, too many to draw"
        return Picture(12, 1, (Label(6, 0.6, text, text),), f"Dots and Boxes: {text}.")
    choices, last = chosen_labels(WORDS, view, ask), WORDS.last_cells(view)
    shapes: list[Shape] = [*_edges(paper)]
    for (row, column), seat in sorted(boxes.items()):
        alt = f"box between {dot(row, column)} and {dot(row + 1, column + 1)}: {player_name(seat)}"
        shapes.append(Cell(EDGE + column, EDGE + row, alt, WORDS.signs[seat], style=seat_style(seat)))
    across = (("h", row, column) for row in range(rows + 1) for column in range(columns))
    down = (("v", row, column) for row in range(rows) for column in range(columns + 1))
    for kind, row, column in (*across, *down):
        one, other = ends(kind, row, column)
        x, y, flat = EDGE + column, EDGE + row, kind == "h"
        name = f"{one}-{other}"
        if (kind, row, column) in lines:
            emphasis: Emphasis = "last" if last == {one, other} else ""
            x2, y2 = (x + 1, y) if flat else (x, y + 1)
            shapes.append(Line(x, y, f"{name}: drawn", x2=x2, y2=y2, emphasis=emphasis))
        else:
            left, top = (x + 0.2, y - 0.1) if flat else (x - 0.1, y + 0.2)
            wide, high = (0.6, 0.2) if flat else (0.2, 0.6)
            free = choices.get(name, ())
            shapes.append(
                Cell(left, top, f"{name}: free", style="board", width=wide, height=high, choices=free)
            )
    for row in range(rows + 1):
        for column in range(columns + 1):
            name = dot(row, column)
            shapes.append(Token(EDGE + column, EDGE + row, f"dot {name}", radius=0.1, style="black"))
    owners = list(boxes.values())
    said = f"{len(lines)} lines drawn. Boxes: x {owners.count(0)}, o {owners.count(1)}."
    return Picture(columns + 2 * EDGE, rows + 2 * EDGE, tuple(shapes), f"Dots and Boxes. {said}")


def _edges(paper: Drawn) -> Iterator[Shape]:
    for column in range(paper.columns + 1):
        letter = ascii_lowercase[column]
        yield Label(EDGE + column, 0.4, f"column {letter}", letter, 0.35, style="muted")
    for row in range(paper.rows + 1):
        yield Label(0.35, EDGE + row, f"row {row + 1}", str(row + 1), 0.35, style="muted")
