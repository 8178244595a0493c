"""The value of a board of Connect Four, from the lines on it.

The paper's valuation is V(s) = 10 (M4 - O4) + 5 (M3 - O3) + 2 (M2 - O2), where Mk and Ok are numbers of lines
of k discs of the player and of the opponent, and a move earns V(s') - V(s). It leaves open what counts as a
line and which board s is; both are arguments here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias

from agonist.core import Seat
from agonist.games.connect_four import Board

Counting: TypeAlias = Literal["windows", "runs"]
"""`windows`: every k cells in a row, so that four discs are two threes and three twos as well. `runs`: only
lines that cannot be made longer, by their length; more than four count as four."""

Since: TypeAlias = Literal["previous", "before"]
"""`previous`: s is the board after the player's previous move (worth 0 before the first), so that the
opponent's reply counts, too. `before`: s is the board before the move, so that no move can lose anything.
"""

WEIGHTS: Final = {4: 10, 3: 5, 2: 2}


def value(board: Board, seat: Seat, counting: Counting = "windows") -> int:
    """V of a board, as this seat sees it."""
    mine, theirs = board.discs[seat], board.discs[1 - seat]
    return sum(
        weight * (lines(mine, k, board.size[0], counting) - lines(theirs, k, board.size[0], counting))
        for k, weight in WEIGHTS.items()
    )


def lines(discs: int, length: int, rows: int, counting: Counting) -> int:
    """How many lines of this length some discs make, in all four directions."""
    total = 0
    for step in (1, rows + 1, rows, rows + 2):  # up, right, down right, up right
        starts = _starts(discs, step, length)
        if counting == "runs":
            starts &= ~(discs << step)
            if length < max(WEIGHTS):
                starts &= ~_starts(discs, step, length + 1)
        total += starts.bit_count()
    return total


def _starts(discs: int, step: int, length: int) -> int:
    """The first cell of every line of this many discs."""
    found = discs
    for nth in range(1, length):
        found &= discs >> (nth * step)
    return found


def rewards(
    boards: Iterable[Board], seat: Seat, counting: Counting = "windows", since: Since = "previous"
) -> list[int]:
    """What each move of a seat earned, given all boards of a game from the empty one on."""
    earned, known = [], 0
    before: Board | None = None
    for board in boards:
        if before is not None and before.mover == seat:
            now = value(board, seat, counting)
            earned.append(now - (known if since == "previous" else value(before, seat, counting)))
            known = now
        before = board
    return earned
