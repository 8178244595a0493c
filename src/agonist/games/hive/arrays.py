"""Hive as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.hive.hexes import column_and_row
from agonist.games.hive.pieces import KIND, OWNER
from agonist.games.hive.rules import HiveGame, State, pieces_of
from agonist.kit.arrays import Array, Arrays


class HiveArrays(Arrays[HiveGame, State]):
    def shapes(self, game: HiveGame) -> Mapping[str, Array]:
        """`board`, with the hive in the north-west corner, by row and by column of `hexes`: for each
        player a plane of the uncovered pieces of each kind in play, in the order of `State.kinds`; for
        each player one of covered pieces; one of the pieces on a cell. `reserve`: by seat and kind, the
        pieces not placed. `turns`: of both together.
        """
        kinds, side = len(game.new().kinds), side_of(game)
        return {
            "board": Array((2 * kinds + 3, side, side), side),
            "reserve": Array((2, kinds), 3),
            "turns": Array((1,), 2 * game.max_turns),
        }

    def values(self, game: HiveGame, view: State, seat: Seat) -> Mapping[str, Sequence[int]]:
        kinds, side = view.kinds, side_of(game)
        plane, tall = side * side, (2 * len(kinds) + 2) * side * side
        stacks = {column_and_row(cell): pieces for cell, pieces in view.stacks().items()}
        west = min((column for column, _ in stacks), default=0)
        north = min((row for _, row in stacks), default=0)
        board = bytearray(tall + plane)
        for (column, row), pieces in stacks.items():
            *covered, top = pieces
            at = side * (row - north) + column - west
            board[plane * (len(kinds) * OWNER[top] + kinds.index(KIND[top])) + at] = 1
            for piece in covered:
                board[plane * (2 * len(kinds) + OWNER[piece]) + at] = 1
            board[tall + at] = len(pieces)
        left = ["".join(KIND[piece] for piece in view.reserve(owner)) for owner in (0, 1)]
        return {
            "board": board,
            "reserve": [each.count(kind) for each in left for kind in kinds],
            "turns": (view.turns,),
        }


def side_of(game: HiveGame) -> int:
    """As long as the hive with all its pieces in a row."""
    return 2 * len(pieces_of(0, game.new().kinds))


ARRAYS: Final = HiveArrays()
