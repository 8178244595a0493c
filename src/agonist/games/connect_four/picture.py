"""Connect Four as a picture."""

from __future__ import annotations

from functools import partial
from operator import eq

from agonist.core import Ask
from agonist.games.connect_four.rules import Board
from agonist.games.connect_four.text import MARKS
from agonist.kit.picture import Cell, Label, Picture, Shape, Token, choices_where, seat_style


def picture(view: Board, ask: Ask | None) -> Picture:
    """The board under the numbers of its columns; a click anywhere in a column drops a disc there."""
    rows, columns = view.size
    owners = view.rows_of_owners()
    fall = next((n for n, row in enumerate(owners) if view.last and row[view.last - 1] is not None), None)
    parts: list[Shape] = []
    for column in range(1, columns + 1):
        choices = choices_where(ask, partial(eq, column))
        parts.append(
            Label(column - 0.5, 0.3, f"column {column}", str(column), 0.35, style="muted", choices=choices)
        )
        for row in range(rows):
            owner = owners[row][column - 1]
            here = f"row {row + 1} from the top, column {column}"
            last = view.last == column and fall == row
            parts.append(
                Cell(
                    x=column - 1,
                    y=row + 0.6,
                    alt=f"{here}: {'empty' if owner is None else MARKS[owner]}",
                    style="board",
                    emphasis="last" if last else "",
                    choices=choices,
                )
            )
            if owner is not None:
                parts.append(
                    Token(
                        x=column - 0.5,
                        y=row + 1.1,
                        alt=f"{here}: {MARKS[owner]}{', the last disc' if last else ''}",
                        text=MARKS[owner],
                        radius=0.4,
                        style=seat_style(owner),
                        emphasis="last" if last else "",
                        choices=choices,
                    )
                )
    end = f" {view.end.reason}." if view.end else ""
    return Picture(columns, rows + 0.6, tuple(parts), f"Connect Four, {_in_words(view)}.{end}")


def _in_words(view: Board) -> str:
    """The columns from the bottom up: what a listener can follow."""
    owners = view.rows_of_owners()
    stacks = [
        "".join(MARKS[owner] for row in reversed(owners) if (owner := row[column]) is not None) or "empty"
        for column in range(view.size[1])
    ]
    return "from the bottom up: " + "; ".join(f"column {n} {stack}" for n, stack in enumerate(stacks, 1))
