"""Lines of Action in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, Final

from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History


class LinesOfActionWords(GridWords):
    cells: ClassVar = re.compile(r"^\d([.xo]+)$", re.MULTILINE)
    moves_are_cells: ClassVar = False

    def remarks(self, game: SpielGame, view: History) -> Iterator[str]:
        grid = self.grid(view)
        yield self.prompts.fill("count", x=grid.count("x"), o=grid.count("o"))


WORDS: Final = LinesOfActionWords.beside(__file__)
