"""Amazons in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Ask

PART: Final = re.compile(r"[XO] (From|To|Shoot:) \((\d+), (\d+)\)")
PARTS: Final = {"From": "from", "To": "to", "Shoot:": "arrow"}
ALSO: Final = {
    "from": ("amazon on", "amazon at", "move from"),
    "to": ("move to", "go to"),
    "arrow": ("arrow to", "arrow on", "arrow at", "shoot", "shoot at", "shoot to"),
}
"""What players also write before a cell."""


class AmazonsWords(GridWords):
    cells: ClassVar = re.compile(r"^([.XO#]+)$", re.MULTILINE)
    redrawn: ClassVar = str.maketrans("XO", "xo")
    first_on_top: ClassVar = True
    last: ClassVar = 6

    def spelt(self, text: str) -> str:
        """The part of a move, and the cell.

        >>> WORDS.spelt("X From (7, 10)"), WORDS.spelt("O Shoot: (10, 8)")
        ('from j7', 'arrow h10')
        """
        part, row, column = PART.fullmatch(text).groups()  # type: ignore[union-attr]
        return f"{PARTS[part]} {self.letters[int(column) - 1]}{row}"

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        part, _, cell = self.label(view, key, option).partition(" ")
        return [cell, *(f"{said} {cell}" for said in ALSO[part])]

    def request(self, game: SpielGame, view: Any, ask: Ask) -> str:
        part = tuple(PARTS.values())[len(view.actions) % len(PARTS)]
        (seat,) = game.turn(view)
        return self.prompts.fill(f"ask_{part}", sign=self.signs[seat])

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        size = int(game.spiel.get_parameters()["board_size"])
        return {"size": size, "letter": self.letters[size - 1], **starts(self, game)}


def starts(words: AmazonsWords, game: SpielGame) -> dict[str, str]:
    """Where the amazons of each player stand in the beginning."""
    grid = words.grid(game.new())
    return {
        word: ", ".join(place.name for place in grid.places() if place.sign == sign)
        for word, sign in (("first", "x"), ("second", "o"))
    }


WORDS: Final = AmazonsWords.beside(__file__)
