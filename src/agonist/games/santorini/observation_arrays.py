"""Santorini as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.santorini.rules import OFF, SIDE, Board, Santorini
from agonist.kit.arrays import Array, Arrays, bits, one_hot


class SantoriniArrays(Arrays[Santorini, Board]):
    def shapes(self, game: Santorini) -> Mapping[str, Array]:
        """`board`, by row from the first and column: four planes of the cells with more than 0, 1, 2
        and 3 levels, a dome counting as the fourth, and a plane for each of the workers A, B, X and Y.
        """
        return {"board": Array((8, SIDE, SIDE))}

    def values(self, game: Santorini, view: Board, seat: Seat) -> Mapping[str, Sequence[int]]:
        cells = SIDE * SIDE
        levels = [bits(level, cells) for level in view.levels]
        workers = [one_hot(None if cell == OFF else cell, cells) for cell in view.workers]
        return {"board": b"".join((*levels, *workers))}


ARRAYS: Final = SantoriniArrays()
