"""A player of the coin game that collects its own colour."""

from __future__ import annotations

from collections import deque
from random import Random
from typing import Any, Final

from agonist.adapters.openspiel.games.coin_game.seat_knowledge import Field
from agonist.core import Ask

STEPS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Rows and columns that the library's actions 0 to 3 go: up, down, left, right."""
STAND: Final = 4


def nearest(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """The first step of a shortest way to a coin of the own colour, over empty cells."""
    del game, ask, rng
    field: Field = view.facts
    assert field.colour is not None
    cells = {(row, column): sign for row, line in enumerate(field.rows) for column, sign in enumerate(line)}
    start = next(cell for cell, sign in cells.items() if sign == str(view.seat))
    wanted = "abcdefghijklmnopqrstuvwxyz"[field.colour]
    ways, seen = deque([(start, STAND)]), {start}
    while ways:
        (row, column), first = ways.popleft()
        for action, (down, right) in enumerate(STEPS):
            cell = row + down, column + right
            sign = cells.get(cell)
            step = action if first == STAND else first
            if sign == wanted:
                return step
            if sign == " " and cell not in seen:
                seen.add(cell)
                ways.append((cell, step))
    return STAND
