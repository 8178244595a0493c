"""A player of Dark Hex that builds the shortest chain it may hope for."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from random import Random
from typing import Any, Final, TypeAlias

from agonist.core import Ask

Cell: TypeAlias = tuple[int, int]
"""Row and column, from 0."""

AROUND: Final = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


def shortest_chain(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """The cell nearest the middle on a chain with the fewest cells that are not the seat's yet."""
    del rng
    rows, columns = game.size
    board = view.facts.rows
    chain = cheapest_chain(board, "xo"[view.seat])
    legal = ask.options() or ()
    middle = (rows - 1) / 2, (columns - 1) / 2
    wanted = [row * columns + column for row, column in chain if board[row][column] == "."]
    return int(
        min(
            [cell for cell in wanted if cell in legal] or legal,
            key=lambda cell: (abs(cell // columns - middle[0]) + abs(cell % columns - middle[1]), cell),
        )
    )


def cheapest_chain(board: tuple[str, ...], sign: str) -> list[Cell]:
    """A chain from side to side over the fewest unknown cells; none if the other has cut all of them."""
    rows, columns = len(board), len(board[0])
    begin = [(0, column) for column in range(columns)] if sign == "x" else [(row, 0) for row in range(rows)]
    along, last = (0, rows - 1) if sign == "x" else (1, columns - 1)
    queue: list[tuple[int, list[Cell]]] = []
    for cell in begin:
        if board[cell[0]][cell[1]] in (sign, "."):
            heappush(queue, (int(board[cell[0]][cell[1]] == "."), [cell]))
    seen: set[Cell] = set()
    while queue:
        cost, chain = heappop(queue)
        if chain[-1] in seen:
            continue
        if chain[-1][along] == last:
            return chain
        seen.add(chain[-1])
        for row, column in neighbours(chain[-1], rows, columns):
            if board[row][column] in (sign, "."):
                heappush(queue, (cost + (board[row][column] == "."), [*chain, (row, column)]))
    return []


def neighbours(cell: Cell, rows: int, columns: int) -> Iterator[Cell]:
    for down, right in AROUND:
        row, column = cell[0] + down, cell[1] + right
        if 0 <= row < rows and 0 <= column < columns:
            yield row, column
