"""Tic-Tac-Toe in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.core import Ask
from agonist.games.tictactoe.rules import Board, TicTacToe
from agonist.kit import Words
from agonist.text import Prompts
from agonist.text.accepted_words import Part

MARKS = ("X", "O")


class TicTacToeWords(Words[TicTacToe, Board]):
    def rules(self, game: TicTacToe) -> str:
        return self.prompts.fill("rules_misere" if game.misere else "rules")

    def scene(self, game: TicTacToe, view: Board) -> str:
        if view.marked:
            last = self.prompts.fill("last", mark=MARKS[1 - view.mover], cell=label(view.marked[-1]))
        else:
            last = self.prompts.fill("first")
        return self.prompts.fill("scene", last=f"{last}{self._end(game, view)}", board=drawing(view))

    def _end(self, game: TicTacToe, view: Board) -> str:
        outcome = game.outcome(view)
        if outcome is None:
            return ""
        if outcome.ranks == (1, 1):
            return f" {self.prompts.fill('drawn')}"
        how = "lost" if game.misere else "won"
        return f" {self.prompts.fill(how, mark=MARKS[outcome.ranks.index(1)])}"

    def request(self, game: TicTacToe, view: Board, ask: Ask) -> str:
        del game
        return self.prompts.fill(ask.about, mark=MARKS[view.mover])

    def label(self, view: Board, key: str, option: Any) -> str:
        del view, key
        return label(option)

    def aliases(self, view: Board, key: str, option: Any) -> Sequence[str]:
        return names(option)

    def parts(self, view: Board, key: str, option: Any) -> Sequence[Part]:
        row, column = option
        return ((("row", "r"), (str(row),)), (("column", "col", "c"), (str(column),)))

    def known(self, game: TicTacToe, view: Board, key: str) -> Sequence[str]:
        cells = [(row, column) for row in (1, 2, 3) for column in (1, 2, 3)]
        return [way for cell in cells for way in (label(cell), *names(cell))]

    def hint(self, view: Board, key: str) -> str:
        del view, key
        return self.prompts.fill("hint")


def label(cell: Any) -> str:
    """A cell in words.

    >>> label((1, 3))
    '(1, 3)'
    """
    return f"({cell[0]}, {cell[1]})"


def names(cell: tuple[int, int]) -> list[str]:
    """Other names of a cell.

    >>> names((2, 2))[-2:], names((1, 3))[-1]
    (['centre', 'center'], 'top right')
    """
    row, column = cell
    ways = [f"{r} {row} {c} {column}" for r, c in (("row", "column"), ("row", "col"), ("r", "c"))]
    ways += [f"{c} {column} {r} {row}" for r, c in (("row", "column"), ("row", "col"))]
    if cell == (2, 2):
        return [*ways, "middle", "centre", "center"]
    down = {1: ["top"], 2: ["middle", "centre", "center"], 3: ["bottom"]}[row]
    across = {1: ["left"], 2: ["middle", "centre", "center"], 3: ["right"]}[column]
    return [*ways, *(f"{vertical} {side}" for vertical in down for side in across)]


def drawing(view: Board) -> str:
    """The grid, row by row.

    >>> print(drawing(Board(((2, 2), (1, 3)))))
    | _ | _ | O |
    | _ | X | _ |
    | _ | _ | _ |
    """
    marks = {cell: MARKS[nth % 2] for nth, cell in enumerate(view.marked)}
    rows = ([marks.get((row, column), "_") for column in (1, 2, 3)] for row in (1, 2, 3))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


WORDS = TicTacToeWords(Prompts.beside(__file__))
