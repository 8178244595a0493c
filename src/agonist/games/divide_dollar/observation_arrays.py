"""Divide the dollar as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.divide_dollar.rules import DivideDollar, View
from agonist.kit.arrays import Array, Arrays, history, rounds_so_far


class DivideDollarArrays(Arrays[DivideDollar, View]):
    def shapes(self, game: DivideDollar) -> Mapping[str, Array]:
        """`history`, of each round: the sum of all bids, the own bid, the gold received."""
        return history(game.rounds, 3, game.golds * game.seats)

    def values(self, game: DivideDollar, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        rows: list[int] = []
        for event in view.log:
            rows += event[2:] if event[0] == "result" else event[1:]
        return rounds_so_far(rows, game.rounds, 3)


ARRAYS: Final = DivideDollarArrays()
