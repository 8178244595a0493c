"""Nine men's morris in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from agonist.adapters.openspiel.games.nine_mens_morris.title_and_endings import (
    FEWEST,
    MOST_TURNS,
    in_hand,
    men_left,
    takes,
    turns,
)
from agonist.adapters.openspiel.grid_words import Grid, GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.core import Ask

POINTS: Final = (
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
    "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
)  # fmt: skip
"""The names of the library's points."""

LINKS: Final = (
    ("a7", "g7"), ("b6", "f6"), ("c5", "e5"), ("a4", "c4"),
    ("e4", "g4"), ("c3", "e3"), ("b2", "f2"), ("a1", "g1"),
    ("a7", "a1"), ("b6", "b2"), ("c5", "c3"), ("d7", "d5"),
    ("d3", "d1"), ("e5", "e3"), ("f6", "f2"), ("g7", "g1"),
)  # fmt: skip
"""The lines of the board, each of three points: its ends."""

LINES: Final = """\
7 {}-----{}-----{} 7
6 | {}---{}---{} | 6
5 | | {}-{}-{} | | 5
4 {}-{}-{}   {}-{}-{} 4
3 | | {}-{}-{} | | 3
2 | {}---{}---{} | 2
1 {}-----{}-----{} 1"""
COLUMNS: Final = "  a b c d e f g"
NUMBER: Final = re.compile(r"\d+")


class MorrisWords(GridWords):
    def spelt(self, text: str) -> str:
        """The point of a man that is put down or taken, or the points of a move.

        >>> WORDS.spelt("Point 4"), WORDS.spelt("Move 0 -> 9")
        ('d6', 'a7-a4')
        """
        return "-".join(POINTS[int(number)] for number in NUMBER.findall(text))

    def grid(self, view: History) -> Grid:
        signs = signs_of(view)
        rows = ("".join(signs.get(f"{letter}{row}", " ") for letter in "abcdefg") for row in range(7, 0, -1))
        return Grid(tuple(rows), tuple("7654321"))

    def drawing(self, view: History) -> str:
        return "\n".join((COLUMNS, LINES.format(*signs_of(view).values()), COLUMNS))

    def remarks(self, game: SpielGame, view: History) -> Iterator[str]:
        spiel = spiel_of(view)
        (x, o), (x_hand, o_hand) = men_left(spiel), in_hand(spiel)
        hand = self.prompts.fill("in_hand", x=x_hand, o=o_hand) if x_hand or o_hand else ""
        yield self.prompts.fill("men", x=x, o=o, hand=hand, turns=turns(spiel))

    def request(self, game: SpielGame, view: Any, ask: Ask) -> str:
        spiel = spiel_of(view)
        seat = int(spiel.current_player())
        if takes(spiel):
            about = "take"
        elif in_hand(spiel)[seat]:
            about = "put"
        else:
            about = "move" if men_left(spiel)[seat] > FEWEST else "jump"
        return self.prompts.fill(about, sign=self.signs[seat], other=self.signs[1 - seat])

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        """Not the library's text, whose numbers are nobody's."""
        label = self.label(view, key, option)
        if "-" in label:
            return [label.replace("-", " to ")]
        verbs = ("take ", "remove ", "capture ", "x") if takes(spiel_of(view)) else ("put ", "place ")
        return [f"{verb}{label}" for verb in verbs]

    def known(self, game: SpielGame, view: Any, key: str) -> Sequence[str]:
        return POINTS

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        return {"turns": MOST_TURNS, "drawing": self.drawing(game.new())}


def signs_of(view: History) -> dict[str, str]:
    """What stands on each point."""
    board = "".join(str(spiel_of(view)).splitlines()[:13])
    signs = (sign for sign in board if sign in ".WB")
    return {point: {"W": "x", "B": "o"}.get(sign, ".") for point, sign in zip(POINTS, signs, strict=True)}


WORDS: Final = MorrisWords.beside(__file__)
