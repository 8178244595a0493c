"""Phantom tic-tac-toe in words."""

from __future__ import annotations

import re
from typing import Final

from agonist.adapters.openspiel.games.dark_board import DarkWords
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture

BY_NUMBERS: Final = re.compile(r"[xo]\((\d),(\d)\)")
PIECES: Final[Pieces] = {"x": ("black", "x"), "o": ("white", "o")}


class PhantomWords(DarkWords):
    def spelt(self, text: str) -> str:
        """The name of a cell, which the library gives as numbers.

        >>> WORDS.spelt("o(2,1)")
        'b3'
        """
        found = BY_NUMBERS.fullmatch(text)
        assert found
        return f"{self.letters[int(found[2])]}{int(found[1]) + 1}"


WORDS: Final = PhantomWords.beside(__file__)
PICTURE: Final = grid_picture(WORDS, "Phantom Tic-Tac-Toe", PIECES)
