"""Y in words."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame


class YWords(GridWords):
    cells: ClassVar = re.compile(r"^ *\d+[ \[]([.O@\[\] ]+)$", re.MULTILINE)
    redrawn: ClassVar = str.maketrans("O@", "xo", "[]")
    first_on_top: ClassVar = True
    slanted: ClassVar = True

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        size = int(game.spiel.get_parameters()["board_size"])
        return {"size": size, "letter": self.letters[size - 1]}


WORDS: Final = YWords.beside(__file__)
