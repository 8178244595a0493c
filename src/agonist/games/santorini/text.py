"""Santorini in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from agonist.core import Ask, player_name
from agonist.games.santorini.rules import (
    BY_NAME,
    NAMES,
    NEIGHBOURS,
    OFF,
    PLACING,
    SIDE,
    STUCK,
    Board,
    Cell,
    Santorini,
)
from agonist.kit import Words
from agonist.text import Prompts
from agonist.text.accepted_words import Part

LETTERS: Final = ("A", "B", "X", "Y")
"""The letters of the workers, in the order of `Board.workers`."""

DOME: Final = 4


class SantoriniWords(Words[Santorini, Board]):
    def rules(self, game: Santorini) -> str:
        choice = "free" if game.free_choice else "fixed"
        return self.prompts.fill(
            "rules",
            placing=self.prompts.fill(f"placing_{game.setup}"),
            choice=self.prompts.fill(f"choice_{choice}"),
            stuck=self.prompts.fill(f"stuck_{choice}"),
        )

    def scene(self, game: Santorini, view: Board) -> str:
        placed = [
            f"{name} on {NAMES[cell]} (level {view.height(cell)})" for name, cell in workers_placed(view)
        ]
        return self.prompts.fill(
            "scene",
            last=f"{self._last(game, view)}{self._end(view)}",
            board=drawing(view),
            workers=", ".join(placed) or "none placed yet",
        )

    def _last(self, game: Santorini, view: Board) -> str:
        if not view.last:
            return self.prompts.fill("first")
        if not view.turns:
            worker = PLACING[game.setup][view.placed - 1]
            return self.prompts.fill(
                "last_place", player=player_name(worker // 2), worker=LETTERS[worker], cell=view.last
            )
        source, target, *built = view.last.split("-")
        names = {
            "player": player_name(1 - view.mover),
            "worker": LETTERS[view.workers.index(BY_NAME[target])],
            "source": source,
            "target": target,
        }
        if not built:
            return self.prompts.fill("last_win", **names)
        height = view.height(BY_NAME[built[0]])
        return self.prompts.fill(
            "last_turn",
            **names,
            below=view.height(BY_NAME[source]) - (built[0] == source),
            height=view.height(BY_NAME[target]),
            built=built[0],
            level="a dome" if height == DOME else f"level {height}",
        )

    def _end(self, view: Board) -> str:
        if view.end is None:
            return ""
        winner = view.end.ranks.index(1)
        if view.end not in STUCK:
            return " " + self.prompts.fill("won", player=player_name(winner))
        return " " + self.prompts.fill("won_stuck", player=player_name(winner), loser=player_name(1 - winner))

    def request(self, game: Santorini, view: Board, ask: Ask) -> str:
        player = player_name(view.mover)
        if ask.about == "place":
            return self.prompts.fill("place", player=player, worker=LETTERS[PLACING[game.setup][view.placed]])
        mine = workers_placed(view)[2 * view.mover : 2 * view.mover + 2]
        if game.free_choice:
            workers = " or ".join(f"{name} on {NAMES[cell]}" for name, cell in mine)
            return self.prompts.fill("turn", player=player, workers=workers)
        name, cell = mine[view.turns // 2 % 2]
        return self.prompts.fill("turn_fixed", player=player, worker=name, cell=NAMES[cell])

    def label(self, view: Board, key: str, option: Any) -> str:
        del view, key
        return str(option)

    def aliases(self, view: Board, key: str, option: Any) -> Sequence[str]:
        """The worker by its letter, and the turn as in a sentence."""
        if key != "turn":
            return (f"cell {option}",)
        source, target, *built = option.split("-")
        worker = LETTERS[view.workers.index(BY_NAME[source])]
        turns = [
            f"{who} to {target}" for who in (source, worker, f"{worker} {source}", f"{worker} from {source}")
        ]
        if not built:
            return (f"{worker}-{target}", *turns)
        builds = ("build", "build on", "build at", "and build on", "and build at")
        names = [f"{turn} {build} {built[0]}" for turn in (*turns, f"{source}-{target}") for build in builds]
        parts = f"worker {source} move {target} build {built[0]}"
        return (f"{worker}-{target}-{built[0]}", parts, *names)

    def parts(self, view: Board, key: str, option: Any) -> Sequence[Part]:
        if key != "turn":
            return ()
        source, target, *built = option.split("-")
        worker = LETTERS[view.workers.index(BY_NAME[source])]
        names = (
            ("worker", "from", "start", "source", "piece"),
            ("move", "to", "move_to", "target", "destination"),
        )
        step = tuple(zip(names, ((source, worker), (target,)), strict=True))
        return (*step, *((("build", "build_on", "build_at", "dome"), (cell,)) for cell in built))

    def known(self, game: Santorini, view: Board, key: str) -> Sequence[str]:
        return NAMES if key == "place" else every_turn()

    def hint(self, view: Board, key: str) -> str:
        return self.prompts.fill(f"hint_{key}")


@cache
def every_turn() -> tuple[str, ...]:
    """Each step to a neighbouring cell, with and without a build next to that."""
    steps = [(source, target) for source, near in enumerate(NEIGHBOURS) for target in near]
    return tuple(
        "-".join(NAMES[cell] for cell in cells)
        for source, target in steps
        for cells in ((source, target), *((source, target, built) for built in NEIGHBOURS[target]))
    )


def workers_placed(view: Board) -> list[tuple[str, Cell]]:
    """The letters and cells of the workers on the board."""
    return [(name, cell) for name, cell in zip(LETTERS, view.workers, strict=True) if cell != OFF]


def drawing(view: Board) -> str:
    """The board, row 5 at the top: the level of each cell and the worker on it.

    >>> print(drawing(Board(levels=(0b1_00001, 1, 0, 0), workers=(6, 0, OFF, OFF))))
         a   b   c   d   e
    5    0   0   0   0   0
    4    0   0   0   0   0
    3    0   0   0   0   0
    2    1   0A  0   0   0
    1    2B  0   0   0   0
    """
    names = {cell: name for name, cell in workers_placed(view)}
    lines = [f"  {''.join(f'   {column}' for column in 'abcde')}"]
    for row in reversed(range(SIDE)):
        cells = (f"{view.height(cell)}{names.get(cell, '')}" for cell in range(SIDE * row, SIDE * row + SIDE))
        lines.append(f"{row + 1}    {'  '.join(f'{cell:2}' for cell in cells)}".rstrip())
    return "\n".join(lines)


WORDS = SantoriniWords(Prompts.beside(__file__))
