"""Hive as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import chain
from math import sqrt
from typing import Final

from agonist.core import Ask, Seat
from agonist.games.hive.hexes import Cell, around, cell_named, column_and_row, name_of
from agonist.games.hive.pieces import IN_WORDS, KIND, NAMES, OWNER, Piece
from agonist.games.hive.rules import PASS, State
from agonist.games.hive.text import SIDES
from agonist.kit.picture import Emphasis, Hexagon, Label, Picture, Shape, Style, Token

HEXAGON_SIDE: Final = 1 / sqrt(3)
"""The side of a hexagon that is one unit wide."""

ROW: Final = 1.5 * HEXAGON_SIDE
"""The distance between rows."""

STYLES: Final[tuple[Style, Style]] = ("white", "black")

Choices = Mapping[str, tuple[int, ...]]
"""The options in which a piece or a cell is named."""


def picture(view: State, ask: Ask | None) -> Picture:
    """The hive, north at the top, with the free cells around it, and below it the reserves.

    An action is two clicks: a piece, on the table or in reserve, and the hexagon of the target cell.
    """
    choices = _choices(ask)
    stacks = view.stacks()
    cells = list(dict.fromkeys(chain.from_iterable(map(_with_neighbours, stacks or (0,)))))
    across, down = zip(*map(_centre, cells), strict=True)
    left, top = min(across) - 0.5, min(down) - HEXAGON_SIDE
    moved = cell_named(view.last.split()[1]) if view.last not in ("", PASS) else None
    board: list[Shape] = []
    pieces: list[Shape] = []
    for cell in sorted(cells):
        stack = stacks.get(cell, ())
        options = choices.get(name_of(cell), ()) if choices else ()
        board.append(_hexagon(cell, stack, "last" if cell == view.origin else "", options))
        if stack:
            (x, y), name = _centre(cell), name_of(cell)
            options = choices.get(NAMES[stack[-1]], ())
            pieces.append(_piece(stack[-1], x, y, name, stack, options, "last" if cell == moved else ""))
            if len(stack) > 1:
                more = f"+{len(stack) - 1}"
                pieces.append(Label(x + 0.33, y - 0.36, f"{len(stack)} pieces on {name}", more, 0.26))
    right, bottom = max(across) + 0.5, max(down) + HEXAGON_SIDE
    for seat in (0, 1):
        row, bottom = _reserve(view, seat, left, bottom + 0.2, choices)
        right = max(right, max((shape.x for shape in row), default=left) + 0.5)
        pieces += row
    passing = choices.get(PASS, ())
    if passing:
        pieces.append(
            Label(left + 0.1, bottom + 0.3, "pass", "pass", anchor="start", emphasis="turn", choices=passing)
        )
        bottom += 0.6
    words = f"Hive. {_in_words(view)}"
    return Picture(right - left, bottom - top, (*board, *pieces), words, left, top)


def _choices(ask: Ask | None) -> Choices:
    found: dict[str, tuple[int, ...]] = {}
    for n, option in enumerate((ask and ask.options()) or ()):
        for name in option.split():
            found[name] = (*found.get(name, ()), n)
    return found


@cache
def _with_neighbours(cell: Cell) -> tuple[Cell, ...]:
    return (cell, *around(cell))


@cache
def _centre(cell: Cell) -> tuple[float, float]:
    q, r = column_and_row(cell)
    return q + r / 2, ROW * r


@lru_cache(maxsize=20_000)
def _hexagon(cell: Cell, stack: tuple[Piece, ...], emphasis: Emphasis, choices: tuple[int, ...]) -> Hexagon:
    (x, y), name = _centre(cell), name_of(cell)
    return Hexagon(
        x=x,
        y=y,
        alt=f"cell {name}: {', '.join(NAMES[piece] for piece in stack) or 'empty'}",
        text="" if stack else name,
        size=HEXAGON_SIDE,
        style="board" if stack else "outline",
        emphasis=emphasis,
        choices=choices,
    )


@lru_cache(maxsize=20_000)
def _piece(
    piece: Piece,
    x: float,
    y: float,
    where: str,
    stack: tuple[Piece, ...],
    colours: tuple[int, ...],
    emphasis: Emphasis,
) -> Token:
    """The uppermost piece of a cell, or one in reserve."""
    under = ", ".join(NAMES[other] for other in reversed(stack[:-1]))
    on = f", on top of {under}" if under else ""
    return Token(
        x=x,
        y=y,
        alt=f"{SIDES[OWNER[piece]]}'s {IN_WORDS[KIND[piece]]} {NAMES[piece]} {where}{on}",
        text=NAMES[piece],
        radius=0.4,
        style=STYLES[OWNER[piece]],
        emphasis=emphasis or ("turn" if colours else ""),
        choices=colours,
    )


def _reserve(view: State, seat: Seat, left: float, top: float, choices: Choices) -> tuple[list[Shape], float]:
    """A row of the pieces that can still be placed, and where it ends."""
    pieces = view.reserve(seat)
    title = f"{SIDES[seat]} in reserve:"
    row: list[Shape] = [
        Label(
            left + 0.1,
            top + 0.15,
            title,
            f"{title} {'none' if not pieces else ''}".strip(),
            0.3,
            "start",
            style="muted",
        )
    ]
    row += [
        _piece(piece, left + 0.5 + 0.9 * n, top + 0.75, "in reserve", (), choices.get(NAMES[piece], ()), "")
        for n, piece in enumerate(pieces)
    ]
    return row, top + (1.2 if pieces else 0.35)


def _in_words(view: State) -> str:
    """The stacks by cell, from the ground up."""
    placed = ", ".join(
        f"{' under '.join(NAMES[piece] for piece in stack)} on {name_of(cell)}"
        for cell, stack in view.stacks().items()
    )
    end = f" {view.end.reason}." if view.end else ""
    return f"{placed or 'No piece on the table'}.{end}"
