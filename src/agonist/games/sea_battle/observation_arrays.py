"""Sea Battle as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from agonist.core import Seat
from agonist.games.sea_battle.movement_and_shots import HEADINGS, Cell
from agonist.games.sea_battle.rules import SeaBattle, View
from agonist.kit.arrays import UNLIMITED, Array, Arrays, hot


class SeaBattleArrays(Arrays[SeaBattle, View]):
    def shapes(self, game: SeaBattle) -> Mapping[str, Array]:
        """`board`, by y from the south and x: a plane of the rocks, the rim included, then for each
        team four planes of its ships that head north, east, south and west. `damage`: by seat; a ship
        with `HULL` is sunk. `places`: by seat, x and y, -1 before they are drawn. `turn`: from 1. Signals
        are in the text.
        """
        return {
            "board": Array((1 + 2 * len(HEADINGS), game.size, game.size)),
            "damage": Array((game.seats,), UNLIMITED),
            "places": Array((game.seats, 2), game.size - 1, -1),
            "turn": Array((1,), game.turns),
        }

    def values(self, game: SeaBattle, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        size, plane = game.size, game.size**2
        board = bytearray(board_of_rocks(size, view.rocks))
        places: list[int] = []
        for owner, ship in enumerate(view.ships):
            x, y = ship.cell
            places += (x, y)
            if ship.afloat:
                layer = 1 + len(HEADINGS) * (owner % 2) + HEADINGS.index(ship.heading)
                board[layer * plane + size * y + x] = 1
        return {
            "board": board,
            "damage": [ship.damage for ship in view.ships] or [0] * game.seats,
            "places": places or [-1] * (2 * game.seats),
            "turn": (view.turn,),
        }


@lru_cache(maxsize=64)
def board_of_rocks(size: int, rocks: tuple[Cell, ...]) -> bytes:
    """The board with these rocks and the rim, before there are ships."""
    ends = (0, size - 1)
    cells = range(size**2)
    rim = [cell for cell in cells if cell % size in ends or cell // size in ends]
    return bytes(hot([*rim, *(size * y + x for x, y in rocks)], (1 + 2 * len(HEADINGS)) * size**2))


ARRAYS: Final = SeaBattleArrays()
