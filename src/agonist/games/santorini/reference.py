"""Santorini by alpha-beta search, deepened until a budget of boards is spent.

Values are for the player to move: above `WON` for a forced win, below `-WON` for a forced loss, an
estimate in between.
"""

from __future__ import annotations

from random import Random
from typing import Final

from agonist.core import Ask
from agonist.games.santorini.rules import (
    AROUND,
    BY_NAME,
    Board,
    Cells,
    Santorini,
    can_move,
    movable,
    move_and_build,
    open_cells,
    turns,
)

BOARDS: Final = 4000
"""The number of boards searched for one turn; a count and not a time, so that play can be repeated."""

DEEPEST: Final = 6

WON: Final = 10_000

HEIGHT: Final = (0, 12, 30)
"""The value of a worker on each level; the unit is the value of a possible step to the ground."""

ON_ONE: Final = 3
ON_TWO: Final = 5
ON_THREE: Final = 3
"""How much more a step to each level is worth than one to the level below."""


def by_search(game: Santorini, view: Board, ask: Ask, rng: Random) -> str:
    """The best turn found; a random one of equal ones."""
    options: list[str] = list(ask.options() or ())
    rng.shuffle(options)
    if ask.about == "place":
        return max(options, key=_outlook)
    return _Search(game.free_choice).best(view, options)


def _outlook(name: str) -> int:
    """The number of neighbours of a cell, which is highest away from the edge."""
    return AROUND[BY_NAME[name]].bit_count()


class _SpentError(Exception):
    """The budget is used up."""


class _Search:
    """One search from one board."""

    def __init__(self, free_choice: bool) -> None:
        self.free_choice = free_choice
        self.left = BOARDS

    def best(self, board: Board, order: list[str]) -> str:
        """The best of these turns, the first of equal ones."""
        order = sorted(order, key=len)  # a winning step has no build and comes first
        best = order[0]
        for depth in range(DEEPEST):
            alpha = -2 * WON
            values: dict[str, int] = {}
            try:
                for turn in order:
                    values[turn] = value = -self.value(move_and_build(board, turn), depth, -2 * WON, -alpha)
                    if value > alpha:
                        # The best so far is searched first, so a better one counts even if the budget runs
                        # out.
                        best, alpha = turn, value
            except _SpentError:
                break
            if abs(alpha) > WON:
                break
            order.sort(key=values.__getitem__, reverse=True)
        return best

    def value(self, board: Board, depth: int, alpha: int, beta: int) -> int:
        """The mover's value: exact if between alpha and beta, otherwise a bound beyond them."""
        if not self.left:
            raise _SpentError
        self.left -= 1
        if board.end:
            return -WON - depth - 1  # the last turn won
        free = open_cells(board)
        if self._can_win(board, free):
            return WON + depth
        if not can_move(board, self.free_choice):
            return -WON - depth
        if depth == 0:
            return estimate(board, free)
        best = -2 * WON
        for turn in turns(board, self.free_choice):
            value = -self.value(move_and_build(board, turn), depth - 1, -beta, -max(alpha, best))
            if value > best:
                best = value
                if best >= beta:
                    break
        return best

    def _can_win(self, board: Board, free: Cells) -> bool:
        summits = free & board.levels[2]
        return any(
            board.height(worker) == 2 and AROUND[worker] & summits
            for worker in movable(board, self.free_choice)
        )


def estimate(board: Board, free: Cells) -> int:
    """The value of the mover's workers (their levels and possible steps) minus that of the opponent's."""
    one, two, three, _ = board.levels
    value = 0
    for at, worker in enumerate(board.workers):
        height = (one >> worker & 1) + (two >> worker & 1)
        steps = AROUND[worker] & free & ~board.levels[height + 1]
        worth = HEIGHT[height] + (
            steps.bit_count()
            + ON_ONE * (steps & one).bit_count()
            + ON_TWO * (steps & two).bit_count()
            + ON_THREE * (steps & three).bit_count()
        )
        value += worth if at // 2 == board.mover else -worth
    return value
