"""Words of games on a board of named cells, drawn with its coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.library_words import last_moves
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.adapters.openspiel.views import labels_of, position_of
from agonist.core import Ask, Seat, player_name
from agonist.text.accepted_words import Part

CELL: Final = re.compile(r"([a-z])(\d+)")
"""The name of a cell in a move: its column and its row."""
JOINS: Final = ("-", " to ")
CAPTURES: Final = (" takes ", " captures ", " jumps to ")
COLUMN, ROW = ("column", "col", "file"), ("row", "rank")
FROM, TO = ("from", "start", "source", "origin"), ("to", "end", "target", "destination")


class Place(NamedTuple):
    """A cell: its name, its row from the top and its column from the left (from 0), what stands there."""

    name: str
    row: int
    column: int
    sign: str


class Grid(NamedTuple):
    """What stands on each cell, the top row first: a sign, "." for nothing, a space where there is no cell.

    `names`: of the rows. `letters`: of the columns. `slanted`: each row begins half a cell further to the
    right than the one above, and cells have six neighbours.
    """

    rows: tuple[str, ...]
    names: tuple[str, ...]
    letters: str = ascii_lowercase
    slanted: bool = False

    def places(self) -> Iterator[Place]:
        for row, (name, signs) in enumerate(zip(self.names, self.rows, strict=True)):
            for column, sign in enumerate(signs):
                if sign != " ":
                    yield Place(f"{self.letters[column]}{name}", row, column, sign)

    def count(self, *signs: str) -> int:
        return sum(row.count(sign) for row in self.rows for sign in signs)

    def drawing(self) -> str:
        """The board with its coordinates.

        >>> print(Grid(("..x", "o.."), ("2", "1")).drawing())
          a b c
        2 . . x 2
        1 o . . 1
          a b c
        """
        wide = max(map(len, self.names))
        columns, last = (" ".join(self.letters[: len(row)]) for row in (self.rows[0], self.rows[-1]))
        lines = [
            f"{name:>{wide}} {' '.join(row)} {name}" for name, row in zip(self.names, self.rows, strict=True)
        ]
        lines = [f"{' ' * wide} {columns}", *lines, f"{' ' * wide} {last}"]
        if not self.slanted:
            return "\n".join(lines)
        # The first row lies straight under the letters.
        return "\n".join(f"{' ' * max(0, nth - 1)}{line}" for nth, line in enumerate(lines))


class GridWords(DressedWords):
    """Words of a game for two on a board, of which nothing is hidden."""

    last: ClassVar[int] = 3
    signs: ClassVar[tuple[str, str]] = ("x", "o")
    """What stands for each player's pieces."""
    cells: ClassVar[re.Pattern[str]]
    """A row of the board in the library's text: its first group has the cells, with or without spaces."""
    redrawn: ClassVar[Mapping[int, int | None]] = {}
    """Our sign for each of the library's that differs, as for `str.translate`."""
    first_on_top: ClassVar[bool] = False
    """Whether row 1 is the top row."""
    letters: ClassVar[str] = ascii_lowercase
    slanted: ClassVar[bool] = False
    moves_are_cells: ClassVar[bool] = True
    """Whether a move is the name of a cell."""
    other_moves: ClassVar[Sequence[str]] = ()
    """Moves that are not cells, such as a pass."""

    def grid(self, view: History) -> Grid:
        found = self.cells.findall(position_of(view))
        rows = tuple(row.replace(" ", "").translate(self.redrawn) for row in found)
        numbers = range(1, len(rows) + 1)
        names = tuple(map(str, numbers if self.first_on_top else reversed(numbers)))
        return Grid(rows, names, self.letters, self.slanted)

    def last_cells(self, view: History) -> frozenset[str]:
        """The cells that the last move names."""
        steps = last_moves(view)
        return frozenset(names_in(self.spelt(steps[-1][0][1]))) if steps else frozenset()

    def scene(self, game: SpielGame, view: Any) -> str:
        return self.prompts.fill(
            "board",
            moves=self.moves(view),
            board=self.drawing(view),
            remarks="".join(f"{remark}\n\n" for remark in self.remarks(game, view)),
            next=self.what_next(game, view),
        )

    def drawing(self, view: History) -> str:
        return self.grid(view).drawing()

    def remarks(self, game: SpielGame, view: History) -> Iterator[str]:
        """Paragraphs between the board and who is asked."""
        del game, view
        yield from ()

    def coming(self, asked: Sequence[Seat], scores: Sequence[float]) -> str:
        if scores or not asked:
            return super().coming(asked, scores)
        return self.prompts.fill("next", players=" and ".join(map(self.who, asked)))

    def who(self, seat: Seat) -> str:
        """A player with the sign of their pieces."""
        return f"{player_name(seat)} ({self.signs[seat]})"

    def request(self, game: SpielGame, view: Any, ask: Ask) -> str:
        (seat,) = game.turn(view)
        return self.prompts.fill(ask.about, sign=self.signs[seat])

    def hint(self, view: Any, key: str) -> str:
        seat = int(spiel_of(view).current_player())
        return self.prompts.fill("such_as", move=self.label(view, key, next(iter(labels_of(view, seat)))))

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        """The library's text; a move from cell to cell as players also write it, captures like others."""
        label = self.label(view, key, option)
        names, same = names_in(label), super().aliases(view, key, option)
        if len(names) < 2:
            return same
        joins = (*JOINS, *CAPTURES) if label == "x".join(names) else JOINS
        return [*same, *(join.join(names) for join in joins)]

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        """The column and the row of a cell; the two cells of a move from one to another."""
        match CELL.findall(self.label(view, key, option)):
            case [(column, row)]:
                return (COLUMN, (column,)), (ROW, (row,))
            case [(column, row), (to, up)]:
                return (FROM, (f"{column}{row}",)), (TO, (f"{to}{up}",))
        return ()

    def known(self, game: SpielGame, view: Any, key: str) -> Sequence[str] | None:
        if not self.moves_are_cells:
            return None
        return [*(place.name for place in self.grid(view).places()), *self.other_moves]


def names_in(move: str) -> list[str]:
    """The cells that a move names.

    >>> names_in("b2xc3")
    ['b2', 'c3']
    """
    return [f"{column}{row}" for column, row in CELL.findall(move)]
