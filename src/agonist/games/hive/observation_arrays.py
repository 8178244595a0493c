"""Hive as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.hive.hexes import column_and_row
from agonist.games.hive.pieces import EACH, KIND, OWNER
from agonist.games.hive.rules import HiveGame, State, pieces_of
from agonist.kit.arrays import Array, Arrays

ORDER: Final = "QAGSB"


class HiveArrays(Arrays[HiveGame, State]):
    def shapes(self, game: HiveGame) -> Mapping[str, Array]:
        """Own pieces before the other player's, kinds in the order of `ORDER`. `board`, by row and column
        with the hive in the north-west corner: for each player, planes of the pieces of each kind, covered
        ones too; for each player, one of covered pieces, all these as OpenSpiel's; one of cells with an own
        piece on top; one of how many pieces lie on a cell. `reserve`: by player and kind, the pieces not
        placed. `turns`: of both together.
        """
        kinds, side = len(kinds_of(game)), side_of(game)
        return {
            "board": Array((2 * kinds + 4, side, side), 2 * EACH),
            "reserve": Array((2, kinds), 3),
            "turns": Array((1,), 2 * game.max_turns),
        }

    def values(self, game: HiveGame, view: State, seat: Seat) -> Mapping[str, Sequence[int]]:
        kinds, side = kinds_of(game), side_of(game)
        stacks = {column_and_row(cell): pieces for cell, pieces in view.stacks().items()}
        west = min((column for column, _ in stacks), default=0)
        north = min((row for _, row in stacks), default=0)
        plane = side * side
        covered, on_top, tall = (plane * (2 * len(kinds) + more) for more in (0, 2, 3))
        board = bytearray(tall + plane)
        for (column, row), pieces in stacks.items():
            at = side * (row - north) + column - west
            for piece in pieces:
                other = OWNER[piece] != seat
                board[plane * (len(kinds) * other + kinds.index(KIND[piece])) + at] = 1
                board[covered + plane * other + at] |= piece != pieces[-1]
            board[on_top + at] = OWNER[pieces[-1]] == seat
            board[tall + at] = len(pieces)
        left = ["".join(KIND[piece] for piece in view.reserve(owner)) for owner in (seat, 1 - seat)]
        return {
            "board": board,
            "reserve": [each.count(kind) for each in left for kind in kinds],
            "turns": (view.turns,),
        }


def kinds_of(game: HiveGame) -> str:
    """The kinds in play."""
    return ORDER if game.beetles else ORDER.replace("B", "")


def side_of(game: HiveGame) -> int:
    """As long as the hive with all its pieces in a row."""
    return 2 * len(pieces_of(0, kinds_of(game)))


ARRAYS: Final = HiveArrays()
