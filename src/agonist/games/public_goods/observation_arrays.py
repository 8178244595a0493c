"""The public goods game as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.public_goods.rules import PublicGoods, View
from agonist.kit.arrays import UNLIMITED, Array, Arrays, history, rounds_so_far


class PublicGoodsArrays(Arrays[PublicGoods, View]):
    def shapes(self, game: PublicGoods) -> Mapping[str, Array]:
        """`history`: by round and seat, the tokens put in. `start`: by seat, the tokens at first."""
        highest = UNLIMITED if game.carry else game.tokens
        start = {"start": Array((game.seats,), game.tokens)}
        return history(game.rounds, game.seats, highest) | start

    def values(self, game: PublicGoods, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        rows: list[int] = []
        for event in view.log:
            if event[0] == "result":
                rows += event[2]
        start = view.start or (0,) * game.seats
        return rounds_so_far(rows, game.rounds, game.seats) | {"start": start}


ARRAYS: Final = PublicGoodsArrays()
