"""Santorini as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agonist.core import Ask
from agonist.games.santorini.rules import NAMES, SIDE, Board, cells_of
from agonist.games.santorini.text import DOME, workers_placed
from agonist.kit import picture as draw
from agonist.kit.picture import Label, Picture, Shape, Style, Token, seat_style

LEVELS: Final[tuple[Style, ...]] = ("plain", "shade1", "shade2", "shade3", "shade4")
"""A cell's shade by its level: the higher, the darker."""

EDGE: Final = 0.6
"""The margin for the names of columns and rows."""


def picture(view: Board, ask: Ask | None) -> Picture:
    """The board from above, level in the upper left of each cell.

    A turn is two or three clicks in any order: on a worker, on the cell it moves to, and on the `+` of the
    cell where it builds. Placing a worker is a click on its cell.
    """
    choices = _choices(ask)
    last = cells_of(view.last) if view.turns else ()
    here = {cell: (at, name) for at, (name, cell) in enumerate(workers_placed(view))}
    parts: list[Shape] = []
    for n in range(SIDE):
        parts.append(Label(EDGE + n + 0.5, SIDE + 0.3, f"column {'abcde'[n]}", "abcde"[n], style="muted"))
        parts.append(Label(0.3, SIDE - n - 0.5, f"row {n + 1}", str(n + 1), style="muted"))
    for cell, name in enumerate(NAMES):
        row, column = divmod(cell, SIDE)
        x, y = EDGE + column, SIDE - 1 - row
        height = view.height(cell)
        level = "dome" if height == DOME else f"level {height}"
        parts.append(
            draw.Cell(
                x=x,
                y=y,
                alt=f"{name}: {level}",
                style=LEVELS[height],
                emphasis="last" if cell in last[2:] else "",
                choices=choices.get((1, name), ()),
            )
        )
        parts.append(
            Label(
                x + 0.08,
                y + 0.2,
                f"{name}: {level}",
                "dome" if height == DOME else str(height),
                0.28,
                "start",
            )
        )
        if cell in here:
            at, letter = here[cell]
            parts.append(
                Token(
                    x=x + 0.5,
                    y=y + 0.5,
                    alt=f"{name}: worker {letter} of Player {at // 2 + 1} on {level}",
                    text=letter,
                    radius=0.3,
                    style=seat_style(at // 2),
                    emphasis=_emphasis(view, cell in last[1:2], moves := choices.get((0, name), ())),
                    choices=moves,
                )
            )
        if builds := choices.get((2, name), ()):
            parts.append(
                draw.Cell(
                    x=x + 0.68,
                    y=y + 0.68,
                    alt=f"build on {name}",
                    text="+",
                    width=0.28,
                    height=0.28,
                    style="green",
                    choices=builds,
                )
            )
    return Picture(SIDE + EDGE, SIDE + EDGE, tuple(parts), f"Santorini. {_in_words(view)}")


def _choices(ask: Ask | None) -> Mapping[tuple[int, str], tuple[int, ...]]:
    """The options by part and cell: where the worker is (part 0), where it goes (1), where it builds (2)."""
    found: dict[tuple[int, str], tuple[int, ...]] = {}
    for n, option in enumerate((ask and ask.options()) or ()):
        first = 1 if "-" not in option else 0  # a cell to place a worker on counts as its target
        for part, name in enumerate(option.split("-"), first):
            found[part, name] = (*found.get((part, name), ()), n)
    return found


def _emphasis(view: Board, moved: bool, moves: tuple[int, ...]) -> draw.Emphasis:
    if moved:
        return "win" if len(view.last) == len("b2-c3") else "last"
    return "turn" if moves else ""


def _in_words(view: Board) -> str:
    """The towers by level, then the workers, for screen readers."""
    levels = {
        height: [name for cell, name in enumerate(NAMES) if view.height(cell) == height]
        for height in range(1, DOME + 1)
    }
    towers = [
        f"{'domes' if height == DOME else f'level {height}'}: {', '.join(names)}"
        for height, names in levels.items()
        if names
    ]
    workers = [f"{letter} on {NAMES[cell]}" for letter, cell in workers_placed(view)]
    end = f" {view.end.reason}." if view.end else ""
    return f"Towers: {'; '.join(towers) or 'none'}. Workers: {', '.join(workers) or 'none'}.{end}"
