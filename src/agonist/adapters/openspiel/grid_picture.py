"""Pictures of boards of named cells, on which a move is a click on each cell that its name has."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import Final, TypeAlias

from agonist.adapters.openspiel.grid_words import Grid, GridWords, Place, names_in
from agonist.adapters.openspiel.states import History
from agonist.core import Ask
from agonist.kit.picture import Cell, Emphasis, Hexagon, Label, Line, Picture, Shape, Style, Token

Pieces: TypeAlias = Mapping[str, tuple[Style, str]]
"""The colour and the name of what each sign stands for; "." is not among them."""

EDGE: Final = 0.7
"""The margin for the names of rows and columns."""
SIDE: Final = 1 / sqrt(3)
"""The side of a hexagon as wide as a cell."""
MOST_CELLS: Final = 900
"""Boards of more cells are not drawn: a picture has at most 2,000 shapes."""
BUTTON: Final = 3.2


def grid_picture(
    words: GridWords, title: str, pieces: Pieces, links: Sequence[tuple[str, str]] = ()
) -> Callable[[History, Ask | None], Picture]:
    """How a game on such a board is drawn: its cells, what stands on them, the last move, and below the
    board the moves that name no cell.

    `links`: the ends of lines, on a board of points that are joined by lines.
    """

    def picture(view: History, ask: Ask | None) -> Picture:
        grid = words.grid(view)
        cells = sum(1 for _ in grid.places())
        if not 0 < cells <= MOST_CELLS:
            text = f"a board of {cells:,} cells, too many to draw" if cells else "a board that is not flat"
            return Picture(12, 1, (Label(6, 0.6, text, text),), f"{title}: {text}.")
        choices, buttons = chosen(words, view, ask)
        last = words.last_cells(view)
        shapes = [*_edges(grid), *_lines(grid, links)]
        for place in grid.places():
            piece, here = pieces.get(place.sign), choices.get(place.name, ())
            shapes += _cell(place, grid.slanted, bool(links), piece, place.name in last, here)
        ends = [_middle(row, len(signs), grid.slanted) for row, signs in enumerate(grid.rows)]
        width, height = max(x for x, _ in ends), ends[-1][1] + 0.5 + EDGE
        for nth, (label, options) in enumerate(buttons.items()):
            at = EDGE + nth * (BUTTON + 0.2)
            shapes.append(
                Cell(at, height, label, label, style="teal", choices=options, width=BUTTON, height=0.8)
            )
            width = max(width, at + BUTTON)
        height += 1.0 if buttons else 0.0
        return Picture(width, height, tuple(shapes), f"{title}. {_in_words(grid, pieces)}")

    return picture


def chosen_labels(words: GridWords, view: History, ask: Ask | None) -> Mapping[str, tuple[int, ...]]:
    """The option of each label."""
    return {words.label(view, "move", o): (n,) for n, o in enumerate((ask and ask.options()) or ())}


def chosen(
    words: GridWords, view: History, ask: Ask | None
) -> tuple[Mapping[str, tuple[int, ...]], Mapping[str, tuple[int, ...]]]:
    """The options by each cell that their labels name, and the labels that name none."""
    cells: dict[str, tuple[int, ...]] = {}
    buttons: dict[str, tuple[int, ...]] = {}
    for nth, option in enumerate((ask and ask.options()) or ()):
        label = words.label(view, "move", option)
        names = names_in(label)
        for name in dict.fromkeys(names):
            cells[name] = (*cells.get(name, ()), nth)
        if not names:
            buttons[label] = (nth,)
    return cells, buttons


def _middle(row: int, column: float, slanted: bool) -> tuple[float, float]:
    """The middle of a cell."""
    if slanted:
        return EDGE + column + 0.5 + row / 2, EDGE + SIDE + row * 1.5 * SIDE
    return EDGE + column + 0.5, EDGE + row + 0.5


def _edges(grid: Grid) -> Iterator[Shape]:
    for column in range(len(grid.rows[0])):
        x, _ = _middle(0, column, grid.slanted)
        letter = grid.letters[column]
        yield Label(x, 0.4, f"column {letter}", letter, 0.35, style="muted")
    for row, name in enumerate(grid.names):
        x, y = _middle(row, -1, grid.slanted)
        yield Label(x + 0.1, y, f"row {name}", name, 0.35, style="muted")


def _lines(grid: Grid, links: Sequence[tuple[str, str]]) -> Iterator[Shape]:
    at = {place.name: _middle(place.row, place.column, grid.slanted) for place in grid.places()}
    for one, other in links:
        (x, y), (x2, y2) = at[one], at[other]
        yield Line(x, y, f"line from {one} to {other}", x2=x2, y2=y2)


@lru_cache(maxsize=20_000)
def _cell(
    place: Place,
    slanted: bool,
    point: bool,
    piece: tuple[Style, str] | None,
    last: bool,
    choices: tuple[int, ...],
) -> tuple[Shape, ...]:
    """A cell, and what stands on it."""
    x, y = _middle(place.row, place.column, slanted)
    alt = f"{place.name}: {piece[1] if piece else 'empty'}"
    emphasis: Emphasis = "last" if last else ""
    beneath: Emphasis = "" if piece else emphasis
    ground: Shape
    if point:
        ground = Token(x, y, alt, radius=0.16, style="board", emphasis=beneath, choices=choices)
    elif slanted:
        ground = Hexagon(x, y, alt, style="board", emphasis=beneath, choices=choices, size=SIDE)
    else:
        ground = Cell(x - 0.5, y - 0.5, alt, style="board", emphasis=beneath, choices=choices)
    if piece is None:
        return (ground,)
    return ground, Token(x, y, alt, place.sign, style=piece[0], emphasis=emphasis, choices=choices)


def _in_words(grid: Grid, pieces: Pieces) -> str:
    """The pieces of each kind by their cells, for screen readers."""
    said = []
    for sign, (_, name) in pieces.items():
        where = [place.name for place in grid.places() if place.sign == sign]
        said.append(f"{name}: {', '.join(where) or 'none'}")
    return f"{'; '.join(said)}."
