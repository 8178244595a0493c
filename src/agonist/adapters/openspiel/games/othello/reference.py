"""An Othello player that looks ahead for corners and possible moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from agonist.adapters.openspiel.lookahead import lookahead
from agonist.core import Seat

WORTH: Final[Mapping[tuple[int, int], int]] = {(0, 0): 25, (0, 1): -6, (1, 1): -12, (0, 2): 3, (0, 3): 2}
"""What a disc counts so far from the two nearest sides, the nearer first: a corner is never lost again, and
the cells beside it give it away."""

MOVE: Final = 4
"""What each move that one could make counts."""


def _worth(cell: int) -> int:
    row, column = divmod(cell, 8)
    near, far = sorted((min(row, 7 - row), min(column, 7 - column)))
    return WORTH.get((near, far), 0)


WORTHS: Final = tuple(map(_worth, range(64)))


def estimate(spiel: Any, seat: Seat) -> float:
    """The discs and the moves of a seat, less those of the other."""
    signs = "".join(line[2:18:2] for line in str(spiel).splitlines()[2:10])
    worths = zip(signs, WORTHS, strict=True)
    discs = sum({"x": worth, "o": -worth}.get(sign, 0) for sign, worth in worths if worth)
    moves = MOVE * len(spiel.legal_actions())
    return (discs if seat == 0 else -discs) + (moves if spiel.current_player() == seat else -moves)


strong: Final = lookahead(estimate, 2)
