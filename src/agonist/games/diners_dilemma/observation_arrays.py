"""The diner's dilemma as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.diners_dilemma.rules import DinersDilemma, View
from agonist.kit.arrays import Array, Arrays, history, rounds_so_far


class DinersDilemmaArrays(Arrays[DinersDilemma, View]):
    def shapes(self, game: DinersDilemma) -> Mapping[str, Array]:
        """`history`, of each round: the number of costly dishes, whether the own dish was costly."""
        return history(game.rounds, 2, game.seats)

    def values(self, game: DinersDilemma, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        rows = [event[2] if event[0] == "result" else int(event[1] == "costly") for event in view.log]
        return rounds_so_far(rows, game.rounds, 2)


ARRAYS: Final = DinersDilemmaArrays()
