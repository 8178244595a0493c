"""What a seat knows of a game of battleship."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat

WATER, HIT, SUNK = "W", "H", "S"

_TOLD: Final = re.compile(r"/(?:([hv])_(\d+)_(\d+)|shot_(\d+)_(\d+):([WHS])|oppshot_(\d+)_(\d+))")


class Ship(NamedTuple):
    """`row` and `column`: of its first cell, from 0; the others are to the right of it, or below."""

    row: int
    column: int
    across: bool
    size: int

    def cells(self) -> Iterator[tuple[int, int]]:
        for step in range(self.size):
            yield (self.row, self.column + step) if self.across else (self.row + step, self.column)


class Shot(NamedTuple):
    row: int
    column: int
    result: str


class Fleet(NamedTuple):
    """`ships`: the seat's own. `shots`: its own, with what they did. `incoming`: the cells that the other has
    shot at. A bystander knows of none.
    """

    ships: tuple[Ship, ...]
    shots: tuple[Shot, ...]
    incoming: tuple[tuple[int, int], ...]
    height: int
    width: int


class Battleship(SpielGame):
    title: ClassVar[str] = "Battleship"
    abilities: ClassVar = ("deduction", "probability", "spatial reasoning")

    @property
    def ship_lengths(self) -> tuple[int, ...]:
        """The sizes of each player's ships, in the order in which they are placed."""
        return tuple(int(size) for size in self.options["ship_sizes"].strip("[]").split(";"))

    @property
    def worths(self) -> tuple[float, ...]:
        """What each ship is worth, in the same order."""
        return tuple(float(value) for value in self.options["ship_values"].strip("[]").split(";"))

    def facts(self, spiel: Any, seat: Seat | None) -> Fleet:
        size = int(self.options["board_height"]), int(self.options["board_width"])
        if seat is None:
            return Fleet((), (), (), *size)
        ships: list[Ship] = []
        shots: list[Shot] = []
        incoming = []
        for way, row, column, at, along, result, there, across in _TOLD.findall(
            spiel.information_state_string(seat)
        ):
            if way:
                ships.append(Ship(int(row), int(column), way == "h", self.ship_lengths[len(ships)]))
            elif result:
                shots.append(Shot(int(at), int(along), result))
            else:
                incoming.append((int(there), int(across)))
        return Fleet(tuple(ships), tuple(shots), tuple(incoming), *size)

    def ending(self, spiel: Any) -> str:
        fleets = [self.facts(spiel, seat) for seat in range(2)]
        for fleet, other in (fleets, fleets[::-1]):
            if {cell for ship in fleet.ships for cell in ship.cells()} <= set(targets(other)):
                return "all ships of a player are sunk"
        return "all shots are fired"


def targets(fleet: Fleet) -> list[tuple[int, int]]:
    """The cells that a fleet's owner has shot at."""
    return [(shot.row, shot.column) for shot in fleet.shots]
