"""Mancala in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.games.mancala.title_and_endings import counts
from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, spiel_of

PITS: Final = ("", *(f"A{n}" for n in range(1, 7)), "", *(f"B{n}" for n in range(1, 7)))
"""The names of the library's pits; those without are stores."""


class MancalaWords(GridWords):
    signs: ClassVar = ("A", "B")

    def spelt(self, text: str) -> str:
        """The name of a pit.

        >>> WORDS.spelt("3"), WORDS.spelt("8")
        ('A3', 'B1')
        """
        return PITS[int(text)]

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        label = self.label(view, key, option)
        return [f"pit {label}", f"pit {label[1:]}"]

    def drawing(self, view: History) -> str:
        """The pits of Player 2 in the upper row, from right to left, and the stores at the sides."""
        seeds = counts(spiel_of(view))
        top, bottom = range(13, 7, -1), range(1, 7)
        return "\n".join(
            (
                f"           {row(PITS[pit] for pit in top)}",
                f"           {row(seeds[pit] for pit in top)}",
                f"store B {seeds[0]:2} {' ' * 24} {seeds[7]:2} store A",
                f"           {row(seeds[pit] for pit in bottom)}",
                f"           {row(PITS[pit] for pit in bottom)}",
            )
        )

    def known(self, game: SpielGame, view: Any, key: str) -> Sequence[str]:
        return [name for name in PITS if name]


def row(cells: Any) -> str:
    return "".join(f"{cell:>4}" for cell in cells).rstrip()


WORDS: Final = MancalaWords.beside(__file__)
