"""Connect Four as a picture."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from operator import eq

from agonist.core import Ask, Seat
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
        choices = choices_where(ask, partial(eq, column)) if ask else ()
        parts.append(_number(column, choices))
        for row in range(rows):
            last = view.last == column and fall == row
            parts += _cell(row, column, owners[row][column - 1], last, choices)
    end = f" {view.end.reason}." if view.end else ""
    return Picture(columns, rows + 0.6, tuple(parts), f"Connect Four, {_in_words(owners)}.{end}")


@lru_cache(maxsize=1_000)
def _number(column: int, choices: tuple[int, ...]) -> Label:
    return Label(column - 0.5, 0.3, f"column {column}", str(column), 0.35, style="muted", choices=choices)


@lru_cache(maxsize=10_000)
def _cell(
    row: int, column: int, owner: Seat | None, last: bool, choices: tuple[int, ...]
) -> tuple[Shape, ...]:
    """A place of the board, and the disc on it."""
    here = f"row {row + 1} from the top, column {column}"
    if owner is None:
        return (Cell(column - 1, row + 0.6, f"{here}: empty", style="board", choices=choices),)
    alt = f"{here}: {MARKS[owner]}{', the last disc' if last else ''}"
    disc = Token(
        x=column - 0.5,
        y=row + 1.1,
        alt=alt,
        text=MARKS[owner],
        radius=0.4,
        style=seat_style(owner),
        emphasis="last" if last else "",
        choices=choices,
    )
    return Cell(column - 1, row + 0.6, alt, style="board", choices=choices), disc


def _in_words(owners: Sequence[Sequence[Seat | None]]) -> str:
    """The columns from the bottom up, for screen readers."""
    stacks = [_stack(column) for column in zip(*reversed(owners), strict=True)]
    return "from the bottom up: " + "; ".join(f"column {n} {stack}" for n, stack in enumerate(stacks, 1))


@lru_cache(maxsize=4096)
def _stack(column: tuple[Seat | None, ...]) -> str:
    return "".join(MARKS[owner] for owner in column if owner is not None) or "empty"
