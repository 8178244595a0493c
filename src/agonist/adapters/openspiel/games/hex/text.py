"""Hex in words."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame

BY_NUMBERS: Final = re.compile(r".\((\d+),(\d+)\)")


class HexWords(GridWords):
    cells: ClassVar = re.compile(r"^ *((?:[.xyzXopqO] ?)+)$", re.MULTILINE)
    redrawn: ClassVar = str.maketrans("yzXpqO", "xxxooo")
    first_on_top: ClassVar = True
    slanted: ClassVar = True
    other_moves: ClassVar = ("swap",)

    def spelt(self, text: str) -> str:
        """The name of a cell, which one of the library's two spellings gives as numbers.

        >>> WORDS.spelt("c2"), WORDS.spelt("y(2,1)")
        ('c2', 'c2')
        """
        found = BY_NUMBERS.fullmatch(text)
        return f"{self.letters[int(found[1])]}{int(found[2]) + 1}" if found else text

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        found = game.spiel.get_parameters()
        columns, rows = int(found["num_cols"]), int(found["num_rows"])
        return {
            "columns": columns,
            "letter": self.letters[columns - 1],
            "rows": rows,
            "swap": self.prompts.fill("swap") if found["swap"] else self.prompts.fill("no_swap"),
        }


WORDS: Final = HexWords.beside(__file__)
