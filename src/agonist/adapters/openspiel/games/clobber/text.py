"""Clobber in words."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.grid_words import GridWords, names_in
from agonist.adapters.openspiel.spiel_game import SpielGame


class ClobberWords(GridWords):
    signs: ClassVar = ("o", "x")
    cells: ClassVar = re.compile(r"^ ?\d+([.xo]+)$", re.MULTILINE)
    moves_are_cells: ClassVar = False

    def spelt(self, text: str) -> str:
        """From cell to cell; every move captures.

        >>> WORDS.spelt("a5b5")
        'a5xb5'
        """
        return "x".join(names_in(text))

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        size = game.spiel.get_parameters()
        return {"columns": size["columns"], "letter": self.letters[size["columns"] - 1], "rows": size["rows"]}


WORDS: Final = ClobberWords.beside(__file__)
