"""Othello in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar, Final

from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History


class OthelloWords(GridWords):
    cells: ClassVar = re.compile(r"^\d ([-xo ]+) \d$", re.MULTILINE)
    redrawn: ClassVar = str.maketrans("-", ".")
    first_on_top: ClassVar = True
    other_moves: ClassVar = ("pass",)

    def remarks(self, game: SpielGame, view: History) -> Iterator[str]:
        grid = self.grid(view)
        yield self.prompts.fill("count", x=grid.count("x"), o=grid.count("o"))


WORDS: Final = OthelloWords.beside(__file__)
