"""Dark Hex in words."""

from __future__ import annotations

from typing import ClassVar, Final

from agonist.adapters.openspiel.games.dark_board import DarkWords
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture

PIECES: Final[Pieces] = {"x": ("black", "black stone"), "o": ("white", "white stone")}


class DarkHexWords(DarkWords):
    slanted: ClassVar = True


WORDS: Final = DarkHexWords.beside(__file__)
PICTURE: Final = grid_picture(WORDS, "Dark Hex", PIECES)
