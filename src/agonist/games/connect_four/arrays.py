"""Connect Four as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.connect_four.rules import Board, ConnectFour
from agonist.kit.arrays import Array, Arrays, bits


class ConnectFourArrays(Arrays[ConnectFour, Board]):
    def shapes(self, game: ConnectFour) -> Mapping[str, Array]:
        """`board`: planes of Player 1's discs, Player 2's and the free cells, as OpenSpiel's, by row
        from the bottom and column.
        """
        return {"board": Array((3, game.rows, game.columns))}

    def values(self, game: ConnectFour, view: Board, seat: Seat) -> Mapping[str, Sequence[int]]:
        rows, columns = view.size
        height = rows + 1
        first, second = (bits(discs, height * columns) for discs in view.discs)
        free = bits(~(view.discs[0] | view.discs[1]) & (1 << height * columns) - 1, height * columns)
        planes = (plane[row::height] for plane in (first, second, free) for row in range(rows))
        return {"board": b"".join(planes)}


ARRAYS: Final = ConnectFourArrays()
