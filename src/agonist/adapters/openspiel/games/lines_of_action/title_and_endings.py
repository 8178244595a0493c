"""What Lines of Action is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from agonist.adapters.openspiel.spiel_game import SpielGame


class LinesOfAction(SpielGame):
    title: ClassVar[str] = "Lines of Action"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("Lines of Action (Claude Soucie, 1969)",)

    def ending(self, spiel: Any) -> str:
        scores = spiel.returns()
        if not any(scores):
            limit = spiel.move_number() >= self.spiel.max_game_length()
            return "the limit of moves is reached" if limit else "a position has come back"
        winner, loser = "xo" if scores[0] > 0 else "ox"
        board = [line[1:] for line in str(spiel).splitlines()[:8]]
        pieces = {(row, column) for row in range(8) for column in range(8) if board[row][column] == winner}
        return f"all pieces of {winner} are connected" if connected(pieces) else f"{loser} cannot move"


def connected(cells: set[tuple[int, int]]) -> bool:
    """Whether one gets from each cell to each other by steps to one of eight neighbours, within the cells.

    >>> connected({(0, 0), (1, 1)}), connected({(0, 0), (0, 2)})
    (True, False)
    """
    left = set(cells)
    reached = [left.pop()]
    while reached:
        row, column = reached.pop()
        found = {cell for cell in left if abs(cell[0] - row) <= 1 and abs(cell[1] - column) <= 1}
        left -= found
        reached += found
    return not left
