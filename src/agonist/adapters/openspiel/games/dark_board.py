"""Games on a board on which nobody sees the other's stones until they try to play there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.grid_words import Grid, GridWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Ask, Seat

BLIND: Final = "reveal-nothing"


class Try(NamedTuple):
    """A cell that a seat named, from 0, and whether it was free."""

    cell: int
    free: bool


class Sight(NamedTuple):
    """What a seat knows: the board, with the stones that it has put or found; and its tries in order.

    `turns`: how many tries both made, where that is told; else `None`. A bystander knows an empty board.
    """

    rows: tuple[str, ...]
    tries: tuple[Try, ...]
    turns: int | None

    @property
    def refused(self) -> int | None:
        """The cell of the seat's last try if it was taken."""
        return None if not self.tries or self.tries[-1].free else self.tries[-1].cell


class DarkGame(SpielGame):
    abilities: ClassVar[Sequence[str]] = ("deduction", "spatial reasoning", "planning")

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        options = self.options
        return int(options.get("num_rows", 3)), int(options.get("num_cols", 3))

    @property
    def repeated(self) -> bool:
        """Whether a player who names a taken cell tries again at once."""
        return self.options["gameversion"] in ("classical", "cdh")

    def facts(self, spiel: Any, seat: Seat | None) -> Sight:
        rows, columns = self.size
        cells = ["."] * (rows * columns)
        taken: dict[int, str] = {}
        tries = []
        done = spiel.full_history()
        for each in done:
            mine = each.player == seat
            if mine:
                tries.append(Try(each.action, each.action not in taken))
            sign = taken.setdefault(each.action, "xo"[each.player])
            if mine:
                cells[each.action] = sign
        drawn = tuple("".join(cells[row * columns :][:columns]) for row in range(rows))
        return Sight(drawn, tuple(tries), None if self.options["obstype"] == BLIND else len(done))


class DarkWords(GridWords):
    first_on_top: ClassVar = True

    def grid(self, view: Any) -> Grid:
        rows = view.facts.rows
        names = tuple(str(nth) for nth in range(1, len(rows) + 1))
        return Grid(rows, names, self.letters, self.slanted)

    def last_cells(self, view: Any) -> frozenset[str]:
        tries = view.facts.tries
        return frozenset([[*self.grid(view).places()][tries[-1].cell].name]) if tries else frozenset()

    def blanks(self, game: Any) -> dict[str, Any]:
        rows, columns = game.size
        return {
            "rows": rows,
            "columns": columns,
            "letter": self.letters[columns - 1],
            "again": self.prompts.fill("again" if game.repeated else "lost_turn"),
            "told": "" if game.options["obstype"] == BLIND else " " + self.prompts.fill("turns_told"),
        }

    def scene(self, game: Any, view: Any) -> str:
        if view.seat is None:
            return self.prompts.fill("watched", next=self.what_next(game, view))
        sight: Sight = view.facts
        grid = self.grid(view)
        names = [place.name for place in grid.places()]
        tries = ", ".join(names[cell] + ("" if free else " (taken)") for cell, free in sight.tries)
        return self.prompts.fill(
            "known_board",
            you=self.prompts.fill("you_are", player=self.who(view.seat)),
            board=grid.drawing(),
            tries=tries or "none yet",
            turns="" if sight.turns is None else " " + self.prompts.fill("turns", turns=sight.turns),
            next=self.what_next(game, view),
        )

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        sight: Sight = view.facts
        if sight.refused is None or not game.repeated:
            return self.prompts.fill("move", sign=self.signs[view.seat])
        names = [place.name for place in self.grid(view).places()]
        return self.prompts.fill("try_again", cell=names[sight.refused])

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("cell")
