"""Connect Four as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from agonist.core import Seat
from agonist.games.connect_four.rules import Board, ConnectFour, Size
from agonist.kit.arrays import Array, Arrays, bits


class ConnectFourArrays(Arrays[ConnectFour, Board]):
    def shapes(self, game: ConnectFour) -> Mapping[str, Array]:
        """`board`: planes of Player 1's discs, Player 2's and the free cells, as OpenSpiel's, by row
        from the bottom and column.
        """
        return {"board": Array((3, game.rows, game.columns))}

    def values(self, game: ConnectFour, view: Board, seat: Seat) -> Mapping[str, Sequence[int]]:
        first, second = (plane(discs, view.size) for discs in view.discs)
        cells = len(first)
        # Each byte is 0 or 1, and no cell is in both planes.
        free = int.from_bytes(b"\1" * cells) ^ int.from_bytes(first) ^ int.from_bytes(second)
        return {"board": first + second + free.to_bytes(cells)}


@lru_cache(maxsize=4096)
def plane(discs: int, size: Size) -> bytes:
    """The cells of these discs, by row from the bottom and column."""
    rows, columns = size
    cells = bits(discs, (rows + 1) * columns)
    return b"".join([cells[row :: rows + 1] for row in range(rows)])


ARRAYS: Final = ConnectFourArrays()
