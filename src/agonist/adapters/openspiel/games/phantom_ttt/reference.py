"""A player of phantom tic-tac-toe that counts lines."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from agonist.core import Ask
from agonist.core.random_choice import one_of

LINES: Final = (
    *((row, row + 1, row + 2) for row in (0, 3, 6)),
    *((column, column + 3, column + 6) for column in (0, 1, 2)),
    (0, 4, 8),
    (2, 4, 6),
)
OWN: Final = (1, 10, 1000)
"""What a line is worth with 0, 1 or 2 own stones and none that is known of the other's."""
OTHERS: Final = (0, 5, 100)
"""The same with the other's stones and none of one's own: a threat."""


def by_lines(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """The cell whose lines are worth the most; any of the best."""
    del game
    board = "".join(view.facts.rows)
    mine, other = ("xo", "ox")[view.seat]
    worth = {option: _worth(board, option, mine, other) for option in ask.options() or ()}
    best = max(worth.values())
    return int(one_of([option for option, each in worth.items() if each == best], rng))


def _worth(board: str, cell: int, mine: str, other: str) -> int:
    found = 0
    for line in LINES:
        signs = [board[each] for each in line]
        if cell in line and other not in signs:
            found += OWN[signs.count(mine)]
        elif cell in line and mine not in signs:
            found += OTHERS[signs.count(other)]
    return found
