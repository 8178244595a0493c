"""Breakthrough in words."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame

MOVE: Final = re.compile(r"([a-z])(.)([a-z])(.)(\*?)")


class BreakthroughWords(GridWords):
    signs: ClassVar = ("b", "w")
    cells: ClassVar = re.compile(r"^.([.bw]+)$", re.MULTILINE)
    moves_are_cells: ClassVar = False

    def spelt(self, text: str) -> str:
        """From cell to cell; the library counts rows beyond the ninth on in the order of ASCII.

        >>> WORDS.spelt("b7c6"), WORDS.spelt("e4d5*"), WORDS.spelt("a;b:")
        ('b7-c6', 'e4xd5', 'a11-b10')
        """
        column, row, to, up, captures = MOVE.fullmatch(text).groups()  # type: ignore[union-attr]
        return f"{column}{ord(row) - ord('0')}{'x' if captures else '-'}{to}{ord(up) - ord('0')}"

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        rows, columns = int(game.spiel.get_parameters()["rows"]), int(game.spiel.get_parameters()["columns"])
        return {
            "columns": columns,
            "letter": self.letters[columns - 1],
            "rows": rows,
            "full": self.prompts.fill("two_rows" if rows > 5 else "one_row"),
            "move": "a2-a3" if rows > 2 else "a2-a1",
            "capture": "a2xb3" if rows > 2 else "a2xb1",
        }


WORDS: Final = BreakthroughWords.beside(__file__)
