"""Key moments of Santorini: missed wins, and workers that climb to level 2, from where they can win."""

from __future__ import annotations

from agonist.core import Moves
from agonist.games.santorini.rules import OFF, Board, Santorini
from agonist.kit.missed_win_indicators import winning


def key_moments(game: Santorini, before: Board, after: Board, moves: Moves) -> str:
    """What happened in a step; empty for an ordinary one."""
    ((seat, move),) = moves.items()
    if game.outcome(after) is not None or OFF in before.workers:
        return ""
    if before.levels[2] and move not in (wins := winning(game, before, seat)) and wins:
        return "a missed win"

    def high(board: Board) -> int:
        workers = board.workers[2 * seat : 2 * seat + 2]
        return sum(board.levels[1] >> cell & 1 for cell in workers)

    return "a worker on level 2" if high(after) > high(before) else ""
