"""Gomoku in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.games.gomoku.title_and_endings import flat
from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.library_words import words
from agonist.adapters.openspiel.spiel_game import SpielGame

NUMBERS: Final = re.compile(r"(\d+),(\d+)")


class GomokuWords(GridWords):
    """Boards of three or more dimensions are in the library's words."""

    cells: ClassVar = re.compile(r"^([.bw]+)$", re.MULTILINE)
    redrawn: ClassVar = str.maketrans("bw", "xo")
    first_on_top: ClassVar = True

    def spelt(self, text: str) -> str:
        """The column as a letter, and the row from 1.

        >>> WORDS.spelt("2,4"), WORDS.spelt("0,1,2")
        ('e3', '0,1,2')
        """
        found = NUMBERS.fullmatch(text)
        return f"{self.letters[int(found[2])]}{int(found[1]) + 1}" if found else text

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        return ()

    def rules(self, game: SpielGame) -> str:
        return super().rules(game) if flat(game) else words().rules(game)

    def scene(self, game: SpielGame, view: Any) -> str:
        return super().scene(game, view) if flat(game) else words().scene(game, view)

    def known(self, game: SpielGame, view: Any, key: str) -> Sequence[str] | None:
        return super().known(game, view, key) if flat(game) else None

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        given = game.spiel.get_parameters()
        size, fill = int(given["size"]), self.prompts.fill
        letter = self.letters[size - 1]
        return {
            "size": size,
            "letter": letter,
            "connect": given["connect"],
            "wrap": fill("wrap", letter=letter, size=size) if given["wrap"] else fill("edges"),
            "goal": fill("anti" if given["anti"] else "usual", connect=given["connect"]),
        }


WORDS: Final = GomokuWords.beside(__file__)
