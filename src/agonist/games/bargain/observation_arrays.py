"""Bargain as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.bargain.goods import WHOLE
from agonist.games.bargain.rules import Bargain, View, share
from agonist.kit.arrays import Array, Arrays

UNKNOWN: Final = (-1, -1, -1)


class BargainArrays(Arrays[Bargain, View]):
    def shapes(self, game: Bargain) -> Mapping[str, Array]:
        """By kind. `pool`: the items; `values`: by seat, what an item is worth, -1 where the seat may
        not see it; `plan`: by seat, the items that each gets by the last plan, -1 without one. `turns`:
        those that are over. Messages are in the text.
        """
        return {
            "pool": Array((3,), 5),
            "values": Array((2, 3), WHOLE, -1),
            "plan": Array((2, 3), 5, -1),
            "turns": Array((1,), 2 * game.rounds),
        }

    def values(self, game: Bargain, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        table = view.table
        values = [own or UNKNOWN for own in view.values] or [UNKNOWN, UNKNOWN]
        plan = (*share(table, 0), *share(table, 1)) if table.plan else UNKNOWN * 2
        return {
            "pool": table.pool or (0, 0, 0),
            "values": (*values[0], *values[1]),
            "plan": plan,
            "turns": (table.turns,),
        }


ARRAYS: Final = BargainArrays()
