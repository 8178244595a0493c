"""Both seas, one above the other: the other's to shoot at, and one's own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final

from agonist.adapters.openspiel.games.battleship.seat_knowledge import HIT, SUNK, WATER, Fleet
from agonist.adapters.openspiel.games.battleship.text import ACROSS, DOWN, WORDS, cell, own_signs
from agonist.core import Ask
from agonist.kit.picture import Cell, Label, Picture, Shape, Style

EDGE: Final = 1.0
STYLES: Final[Mapping[str, tuple[Style, str, str]]] = {
    ".": ("board", "", "unknown"),
    WATER: ("shade1", "o", "water"),
    HIT: ("orange", "x", "hit"),
    SUNK: ("red", "x", "sunk"),
}
"""The colour, the sign and the words of what is known of a cell of the other's sea."""


def picture(view: Any, ask: Ask | None) -> Picture:
    """`choices`: shots are cells of the other's sea; a ship is a first cell of one's own, and a direction."""
    fleet: Fleet = view.facts
    labels = [WORDS.label(view, "move", option) for option in (ask and ask.options()) or ()]
    placing = any(" " in label for label in labels)
    shots = {(row, column): result for row, column, result in fleet.shots}
    signs = own_signs(fleet)
    shapes: list[Shape] = []
    for top, title in ((0.0, "The other's sea"), (fleet.height + 1.6, "Your sea")):
        shapes += _names(fleet, top, title)
    for row in range(fleet.height):
        for column in range(fleet.width):
            name = cell(row, column)
            here = tuple(nth for nth, label in enumerate(labels) if label.split()[0] == name)
            style, sign, told = STYLES[shots.get((row, column), ".")]
            x, y = EDGE + column, EDGE + row
            shapes.append(
                Cell(x, y, f"other's {name}: {told}", sign, style=style, choices=() if placing else here)
            )
            own = signs.get((row, column), "")
            shapes.append(
                Cell(
                    x,
                    y + fleet.height + 1.6,
                    f"your {name}: {_told(own)}",
                    own,
                    style=_style(own),
                    choices=here if placing else (),
                )
            )
    height = 2 * (fleet.height + EDGE) + 0.8
    if placing:
        for nth, way in enumerate((ACROSS, DOWN)):
            options = tuple(at for at, label in enumerate(labels) if label.endswith(way))
            shapes.append(Cell(EDGE + 2.2 * nth, height, way, way, 2.0, 0.8, style="teal", choices=options))
        height += 1.0
    hits = ", ".join(f"{cell(row, column)} {STYLES[result][2]}" for row, column, result in fleet.shots)
    described = f"Battleship. Your shots: {hits or 'none'}. Your sea: {_listed(signs)}."
    return Picture(max(EDGE + fleet.width + 0.4, 6.0), height, tuple(shapes), described)


def _names(fleet: Fleet, top: float, title: str) -> Iterator[Shape]:
    yield Label(0, top + 0.25, title, title, 0.34, "start", 6.0)
    for column in range(fleet.width):
        letter = ascii_lowercase[column]
        yield Label(EDGE + column + 0.5, top + 0.75, f"column {letter}", letter, 0.3, style="muted")
    for row in range(fleet.height):
        yield Label(0.5, top + EDGE + row + 0.5, f"row {row + 1}", str(row + 1), 0.3, style="muted")


def _style(own: str) -> Style:
    if own in ascii_uppercase:
        return "blue" if own else "board"
    return "shade1" if own == "o" else "red"


def _told(own: str) -> str:
    if not own:
        return "empty"
    return "a shot into water" if own == "o" else f"ship {own.upper()}{'' if own.isupper() else ', hit'}"


def _listed(signs: Mapping[tuple[int, int], str]) -> str:
    return ", ".join(f"{cell(*at)} {_told(own)}" for at, own in sorted(signs.items())) or "empty"
