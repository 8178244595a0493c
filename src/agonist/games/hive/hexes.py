"""Cells of an endless plane of hexagons, as whole numbers.

A cell has a column q, which grows to the east, and a row r, which grows to the south-east: its neighbours are
at (q+1, r), (q, r+1), (q-1, r+1), (q-1, r), (q, r-1) and (q+1, r-1). As a number it is q + WIDE r, so a step
in a direction adds the same number everywhere, and cells sort by rows.

The neighbours of a cell are a mask of six bits, one for each direction; tables have the result for each mask.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Final, TypeAlias

Cell: TypeAlias = int
"""q + WIDE r."""

Mask: TypeAlias = int
"""The neighbours that have a piece: bit n for the neighbour in direction n."""

WIDE: Final = 4096
FARTHEST: Final = 1000
"""No coordinate is greater than this, so that different cells have different numbers."""

STEPS: Final[tuple[Cell, ...]] = (1, WIDE, WIDE - 1, -1, -WIDE, -WIDE + 1)
"""East, south-east, south-west, west, north-west, north-east."""


def cell_at(q: int, r: int) -> Cell:
    """The cell in column q of row r."""
    return q + WIDE * r


def column_and_row(cell: Cell) -> tuple[int, int]:
    """The coordinates of a cell.

    >>> column_and_row(cell_at(-2, 3))
    (-2, 3)
    """
    row = (cell + WIDE // 2) // WIDE
    return cell - WIDE * row, row


@cache
def name_of(cell: Cell) -> str:
    """A cell by rows north or south and half cells east or west of the first one, which is `0`.

    >>> [name_of(cell) for cell in (0, *around(0))]
    ['0', 'E2', 'S1E1', 'S1W1', 'W2', 'N1W1', 'N1E1']
    """
    q, row = column_and_row(cell)
    halves = 2 * q + row
    north_south = f"{'S' if row > 0 else 'N'}{abs(row)}" if row else ""
    east_west = f"{'E' if halves > 0 else 'W'}{abs(halves)}" if halves else ""
    return north_south + east_west or "0"


def cell_named(name: str) -> Cell:
    """The cell of this name.

    >>> name_of(cell_named("N3W5"))
    'N3W5'
    """
    parts = {side: int(number) for side, number in re.findall(r"([NSEW])(\d+)", name)}
    row = parts.get("S", 0) - parts.get("N", 0)
    return cell_at((parts.get("E", 0) - parts.get("W", 0) - row) // 2, row)


def around(cell: Cell) -> tuple[Cell, ...]:
    """The six neighbours, in the order of `STEPS`."""
    return (cell + 1, cell + WIDE, cell + WIDE - 1, cell - 1, cell - WIDE, cell - WIDE + 1)


def _table(allows: Callable[[Mask, int], bool]) -> tuple[tuple[Cell, ...], ...]:
    """For every mask, the steps that it allows, given by mask and direction."""
    return tuple(tuple(STEPS[n] for n in range(6) if allows(mask, n)) for mask in range(64))


def _is_there(mask: Mask, direction: int) -> bool:
    return bool(mask >> direction % 6 & 1)


TAKEN: Final = _table(_is_there)
"""By mask: the steps to neighbours with a piece."""

SLIDES: Final = _table(
    lambda mask, n: not _is_there(mask, n) and _is_there(mask, n - 1) != _is_there(mask, n + 1)
)
"""By mask: the steps to free neighbours with exactly one piece beside the way.

With none, contact would be lost; with two, the gate is too narrow.
"""

GROUPS: Final[tuple[int, ...]] = tuple(
    sum(_is_there(mask, n) and not _is_there(mask, n + 1) for n in range(6)) or int(mask == 63)
    for mask in range(64)
)
"""By mask: the number of groups of adjacent neighbours around the cell."""
