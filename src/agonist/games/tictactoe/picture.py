"""Tic-Tac-Toe as a picture."""

from __future__ import annotations

from functools import partial
from operator import eq

from agonist.core import Ask
from agonist.games.tictactoe.rules import CELLS, LINES, Board, Cell
from agonist.games.tictactoe.text import MARKS, drawing
from agonist.kit import picture as draw
from agonist.kit.picture import Picture, Shape, choices_where, seat_style


def picture(view: Board, ask: Ask | None) -> Picture:
    """The grid with its marks; a click on a free cell marks it."""
    owners = {cell: nth % 2 for nth, cell in enumerate(view.marked)}
    lines = [line for line in LINES for seat in (0, 1) if set(line) <= set(view.cells_of(seat))]
    parts: list[Shape] = []
    for cell in CELLS:
        row, column = cell
        parts.append(
            draw.Cell(
                x=column - 1,
                y=row - 1,
                alt=_alt(cell, owners.get(cell)),
                emphasis="last" if view.marked[-1:] == (cell,) else "",
                choices=choices_where(ask, partial(eq, cell)),
            )
        )
        if cell in owners:
            seat = owners[cell]
            parts.append(
                draw.Token(
                    x=column - 0.5,
                    y=row - 0.5,
                    alt=_alt(cell, seat),
                    text=MARKS[seat],
                    style=seat_style(seat),
                    emphasis="win" if any(cell in line for line in lines) else "",
                )
            )
    return Picture(3, 3, tuple(parts), f"Tic-Tac-Toe, row by row: {' / '.join(drawing(view).splitlines())}")


def _alt(cell: Cell, owner: int | None) -> str:
    return f"row {cell[0]}, column {cell[1]}: {'free' if owner is None else MARKS[owner]}"
