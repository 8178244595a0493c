"""Go in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import counted

NO_I: Final = 8
"""On boards of more columns one has the letter after h, which isn't i."""


class GoWords(GridWords):
    cells: ClassVar = re.compile(r"^ *\d+ ([+XO]+)$", re.MULTILINE)
    redrawn: ClassVar = str.maketrans("+XO", ".xo")
    letters: ClassVar = "abcdefghjklmnopqrst"
    other_moves: ClassVar = ("pass",)

    def spelt(self, text: str) -> str:
        """The point without the colour.

        >>> WORDS.spelt("B m4"), WORDS.spelt("W PASS")
        ('m4', 'pass')
        """
        return text.partition(" ")[2].casefold()

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        label = self.label(view, key, option)
        return [*super().aliases(view, key, option), *(f"{colour} {label}" for colour in ("black", "white"))]

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        given = game.spiel.get_parameters()
        size, stones = int(given["board_size"]), int(given["handicap"])
        fill = self.prompts.fill
        return {
            "size": size,
            "letters": f"a to {self.letters[size - 1]}" + (" (there is no i)" if size > NO_I else ""),
            "komi": f"{given['komi']:g}",
            "handicap": fill("handicap", stones=stones) if stones > 1 else fill("even"),
            "extra": f", and {counted(stones, 'point')} for the handicap" if stones > 1 else "",
            "most": game.spiel.max_game_length(),
            "example": f"{self.letters[size // 2]}{(size + 1) // 2}",
        }


WORDS: Final = GoWords.beside(__file__)
