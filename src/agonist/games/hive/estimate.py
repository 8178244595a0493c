"""The estimated value of a position of Hive for each player, without search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agonist.core import Seat
from agonist.games.hive.hexes import around
from agonist.games.hive.moves import Hive
from agonist.games.hive.pieces import KIND, OWNER, QUEENS, Kind
from agonist.games.hive.rules import HiveGame, State

PRESSURE: Final = (0, 2, 5, 10, 17, 27, 100)
"""The value of taken cells around the opponent's Queen, by their number."""

FREEDOM: Final[Mapping[Kind, int]] = {"Q": 2, "S": 1, "B": 2, "G": 1, "A": 3}
"""The value of a piece that is free to move."""

ON_TOP: Final = 6
"""The value of a Beetle on the opponent's Queen."""


def pressed(state: State, seat: Seat) -> int:
    """The number of taken cells around this player's Queen; 0 while it is in reserve."""
    queen = state.cells[QUEENS[seat]]
    if queen is None:
        return 0
    return len({*around(queen)}.intersection(state.cells))


def by_queens(game: HiveGame, state: State) -> tuple[float, float]:
    """Expected scores, between -1 and 1, from the cells around the Queens only: fast enough for many
    playouts."""
    del game
    lead = (PRESSURE[pressed(state, 1)] - PRESSURE[pressed(state, 0)]) / PRESSURE[-1]
    return lead, -lead


def advantage(state: State) -> int:
    """The mover's lead in pressure on the Queen, and in pieces that are free to move."""
    mover = state.mover
    value = PRESSURE[pressed(state, 1 - mover)] - PRESSURE[pressed(state, mover)]
    hive = Hive(state.cells, state.levels)
    for cell, piece in hive.top.items():
        mine = OWNER[piece] == mover
        if not hive.is_held(cell):
            value += FREEDOM[KIND[piece]] if mine else -FREEDOM[KIND[piece]]
        if hive.high[cell] > 1 and state.cells[QUEENS[1 - OWNER[piece]]] == cell:
            value += ON_TOP if mine else -ON_TOP
    return value
