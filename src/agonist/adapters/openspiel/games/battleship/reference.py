"""A player of battleship that shoots where ships are likeliest."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from agonist.adapters.openspiel.games.battleship.seat_knowledge import SUNK, WATER, Fleet, Ship
from agonist.core import Ask
from agonist.core.random_choice import one_of

PER_HIT: Final = 20
"""How much more a place counts for each hit that it would explain."""


def likeliest(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """A ship anywhere; a shot at the cell that most places of a ship have, given all shots so far."""
    fleet: Fleet = view.facts
    legal = ask.options() or ()
    if len(fleet.ships) < len(game.ship_lengths):
        return int(one_of(legal, rng))
    width, height = int(game.options["board_width"]), int(game.options["board_height"])
    count = counts(fleet, game.ship_lengths, width, height)
    best = max(count.values(), default=0)
    cells = [row * width + column for (row, column), each in count.items() if each == best]
    return int(one_of([cell for cell in cells if cell in legal] or legal, rng))


def counts(fleet: Fleet, sizes: tuple[int, ...], width: int, height: int) -> dict[tuple[int, int], int]:
    """For each cell not shot at, how many places of ships have it; places with hits count more."""
    shot = {(each.row, each.column): each.result for each in fleet.shots}
    closed = {cell for cell, result in shot.items() if result == WATER} | sunk_cells(shot)
    found = {
        (row, column): 0 for row in range(height) for column in range(width) if (row, column) not in shot
    }
    for size in sizes:
        for row in range(height):
            for column in range(width):
                for across in (True, False):
                    cells = [*Ship(row, column, across, size).cells()]
                    if cells[-1][0] >= height or cells[-1][1] >= width or closed.intersection(cells):
                        continue
                    worth = PER_HIT ** sum(cell in shot for cell in cells)
                    for cell in cells:
                        if cell in found:
                            found[cell] += worth
    return found


def sunk_cells(shot: dict[tuple[int, int], str]) -> set[tuple[int, int]]:
    """The hits in a line with each shot that sank a ship, on the longer one of its two lines."""
    found: set[tuple[int, int]] = set()
    for cell, result in shot.items():
        if result == SUNK:
            across, down = (_line(cell, way, shot) for way in (0, 1))
            found.update(across if len(across) >= len(down) else down)
    return found


def _line(cell: tuple[int, int], down: int, shot: dict[tuple[int, int], str]) -> list[tuple[int, int]]:
    cells = [cell]
    for way in (1, -1):
        row, column = cell
        while shot.get((row := row + way * down, column := column + way * (1 - down)), WATER) != WATER:
            cells.append((row, column))
    return cells
