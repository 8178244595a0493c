"""Dots and Boxes in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Any, Final

from agonist.adapters.openspiel.games.dots_and_boxes.title_and_endings import drawn, line_of
from agonist.adapters.openspiel.grid_words import GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.core import counted


class DotsAndBoxesWords(GridWords):
    def spelt(self, text: str) -> str:
        """The two dots that a line joins.

        >>> WORDS.spelt("P1(h,1,0)"), WORDS.spelt("P2(v,1,2)")
        ('a2-b2', 'c2-c3')
        """
        return "-".join(ends(*line_of(text)))

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        one, other = self.label(view, key, option).split("-")
        turned = f"{other}-{one}"
        return [turned, f"{one} to {other}", f"{other} to {one}", f"line {one}-{other}", f"line {turned}"]

    def drawing(self, view: History) -> str:
        """The dots with their names at the edges, the lines between them, and who has each box."""
        rows, columns, lines, boxes = drawn(spiel_of(view))
        wide = len(str(rows + 1))
        letters = f"{' ' * wide} {'   '.join(ascii_lowercase[: columns + 1])}"
        said = [letters]
        for row in range(rows + 1):
            across = ("---" if ("h", row, column) in lines else "   " for column in range(columns))
            said.append(f"{row + 1:>{wide}} .{'.'.join(across)}. {row + 1}")
            if row < rows:
                down = ("|" if ("v", row, column) in lines else " " for column in range(columns + 1))
                owners = (
                    f" {self.signs[boxes[row, c]] if (row, c) in boxes else ' '} " for c in range(columns)
                )
                cells = [sign + owner for sign, owner in zip(down, [*owners, ""], strict=True)]
                said.append(f"{' ' * wide} {''.join(cells)}".rstrip())
        return "\n".join((*said, letters))

    def remarks(self, game: SpielGame, view: History) -> Iterator[str]:
        owners = list(drawn(spiel_of(view)).boxes.values())
        yield self.prompts.fill("count", x=owners.count(0), o=owners.count(1))

    def known(self, game: SpielGame, view: Any, key: str) -> Sequence[str]:
        rows, columns, *_ = drawn(spiel_of(view))
        across = (("h", row, column) for row in range(rows + 1) for column in range(columns))
        down = (("v", row, column) for row in range(rows) for column in range(columns + 1))
        return ["-".join(ends(*line)) for line in (*across, *down)]

    def blanks(self, game: SpielGame) -> dict[str, Any]:
        size = game.spiel.get_parameters()
        rows, columns = int(size["num_rows"]), int(size["num_cols"])
        return {
            "rows": counted(rows, "row"),
            "columns": counted(columns, "column"),
            "letter": ascii_lowercase[columns],
            "last": rows + 1,
            "boxes": rows * columns,
            "paid": self.prompts.fill("margin" if size["utility_margin"] else "win"),
        }


def ends(kind: str, row: int, column: int) -> tuple[str, str]:
    """The names of the dots at the ends of a line."""
    one, other = (row, column), (row, column + 1) if kind == "h" else (row + 1, column)
    return dot(*one), dot(*other)


def dot(row: int, column: int) -> str:
    return f"{ascii_lowercase[column]}{row + 1}"


WORDS: Final = DotsAndBoxesWords.beside(__file__)
