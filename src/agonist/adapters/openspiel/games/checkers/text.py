"""Checkers in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.games.checkers.title_and_endings import MOST_WITHOUT_CAPTURE
from agonist.adapters.openspiel.grid_words import CELL, GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.adapters.openspiel.views import labels_of
from agonist.core import Ask


class CheckersWords(GridWords):
    signs: ClassVar = ("o", "x")
    cells: ClassVar = re.compile(r"^(?:10| ?\d)([.o+8*]+)$", re.MULTILINE)
    redrawn: ClassVar = str.maketrans("+*8", "xXO")
    moves_are_cells: ClassVar = False

    def spelt(self, text: str) -> str:
        """From cell to cell, with an x for a jump.

        >>> WORDS.spelt("c3b4"), WORDS.spelt("a10c8")
        ('c3-b4', 'a10xc8')
        """
        (column, row), (to, up) = CELL.findall(text)
        return f"{column}{row}{'x' if abs(int(row) - int(up)) == 2 else '-'}{to}{up}"

    def remarks(self, game: SpielGame, view: History) -> Iterator[str]:
        seat = int(spiel_of(view).current_player())
        if view.actions and jumped_on(view):
            yield self.prompts.fill("jumps_on", sign=self.signs[seat])
        elif seat >= 0 and any("x" in self.spelt(text) for text in labels_of(view, seat).values()):
            yield self.prompts.fill("must", sign=self.signs[seat])
        if (quiet := moves_without_capture(view)) >= MOST_WITHOUT_CAPTURE // 2:
            yield self.prompts.fill("quiet", moves=quiet)

    def request(self, game: SpielGame, view: Any, ask: Ask) -> str:
        (seat,) = game.turn(view)
        sign = self.signs[seat]
        return self.prompts.fill(ask.about, sign=sign, upper=sign.upper())

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        size = game.spiel.get_parameters()
        rows, columns = int(size["rows"]), int(size["columns"])
        low = 2 if rows % 2 else 3  # a dark cell of column a
        return {
            "columns": columns,
            "letter": self.letters[columns - 1],
            "rows": rows,
            "dark": "b1" if rows % 2 else "a1",
            "step": f"a{low}-b{low + 1}",
            "jump": f"a{low}xc{low + 2}",
            "quiet": MOST_WITHOUT_CAPTURE,
        }


def jumped_on(view: History) -> bool:
    """Whether the same player is asked again, since their piece must jump on."""
    spiel = spiel_of(view)
    return bool(spiel.full_history()[-1].player == spiel.current_player())


def moves_without_capture(view: History) -> int:
    """How many moves there were since the last capture, of both players."""
    count = 0
    for action in reversed(spiel_of(view).history()):
        # Half of the library's actions are jumps: those with an odd number.
        if action % 2:
            break
        count += 1
    return count


WORDS: Final = CheckersWords.beside(__file__)
