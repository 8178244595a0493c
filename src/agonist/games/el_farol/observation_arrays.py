"""El Farol as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.el_farol.rules import ElFarol, View
from agonist.kit.arrays import Array, Arrays, history, rounds_so_far


class ElFarolArrays(Arrays[ElFarol, View]):
    def shapes(self, game: ElFarol) -> Mapping[str, Array]:
        """`history`, of each round: the number who went (-1 if not told), whether the seat went, its
        gain.
        """
        return history(game.rounds, 3, max(game.seats, game.gain_max), min(-1, game.gain_min))

    def values(self, game: ElFarol, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        rows: list[int] = []
        told = -1
        for event in view.log:
            if event[0] == "result":
                told = event[2]
            else:
                rows += (told, event[2] == "go", event[3])
                told = -1
        return rounds_so_far(rows, game.rounds, 3)


ARRAYS: Final = ElFarolArrays()
