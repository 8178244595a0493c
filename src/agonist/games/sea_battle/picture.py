"""Sea Battle as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from agonist.core import Ask, player_name
from agonist.games.sea_battle.movement_and_shots import COURSES, SIDES, Cell
from agonist.games.sea_battle.rules import View
from agonist.games.sea_battle.text import ARROWS, ship_in_words
from agonist.kit import picture as draw
from agonist.kit.picture import Emphasis, Picture, Shape, choices_where

BAR: Final = 1.4
"""The height of the orders above the board, in units."""


def picture(view: View, ask: Ask | None) -> Picture:
    """The board with north up; an order is a click on a move and one on the side to shoot to."""
    size = view.size
    parts: list[Shape] = [*_orders(size, ask), *_board(view), *_shots(view)]
    for seat, ship in enumerate(view.ships):
        if ship.afloat:
            x, y = _centre(size, ship.cell)
            name = f"{seat + 1}{ARROWS[ship.heading]}"
            emphasis: Emphasis = "turn" if seat == view.seat else ""
            alt = ship_in_words(view, seat)
            parts.append(
                draw.Token(x, y, alt, name, 0.46, style="orange" if seat % 2 else "blue", emphasis=emphasis)
            )
    ships = "; ".join(ship_in_words(view, seat) for seat in range(len(view.ships)))
    alt = f"Sea Battle, turn {view.turn}. {ships or 'No ship is on the board yet'}."
    return Picture(size, size + BAR, tuple(parts), alt)


def _orders(size: int, ask: Ask | None) -> Iterator[Shape]:
    if ask is None or ask.about != "orders":
        return
    wide = size / (len(COURSES) + len(SIDES) + 1)
    for nth, course in enumerate(COURSES):
        chosen = choices_where(ask, partial(_has, 0, course))
        yield draw.Cell(
            wide * nth, 0.1, f"move: {course}", course, 0.95 * wide, 1.1, style="shade1", choices=chosen
        )
    for nth, side in enumerate(SIDES):
        chosen = choices_where(ask, partial(_has, 1, side))
        x = wide * (len(COURSES) + 1.5 * nth)
        yield draw.Cell(
            x, 0.1, f"shoot: {side}", f"shoot {side}", 1.45 * wide, 1.1, style="shade2", choices=chosen
        )


def _has(part: int, value: str, orders: Sequence[str]) -> bool:
    return orders[part] == value


def _board(view: View) -> Iterator[Shape]:
    size = view.size
    yield draw.Cell(0, BAR, f"a rim of rock, {size} by {size} cells", "", size, size, style="shade4")
    yield draw.Cell(1, BAR + 1, "the sea", "", size - 2, size - 2, style="board")
    for cell in view.rocks:
        x, y = _centre(size, cell)
        yield draw.Cell(x - 0.5, y - 0.5, f"rock at {cell}", "#", style="shade4")


def _shots(view: View) -> Iterator[Shape]:
    """The hits of the last turn."""
    last = max((n for n, event in enumerate(view.log) if event[0] == "orders"), default=0)
    hits = [pair for event in view.log[last:] if event[0] == "hits" for pair in event[1]]
    for by, hit in hits:
        alt = f"{player_name(by)} hit {player_name(hit)}"
        x, y = _centre(view.size, view.ships[by].cell)
        x2, y2 = _centre(view.size, view.ships[hit].cell)
        yield draw.Line(x, y, alt, x2=x2, y2=y2, arrow=True, style="red", emphasis="last")


def _centre(size: int, cell: Cell) -> tuple[float, float]:
    x, y = cell
    return x + 0.5, BAR + size - 0.5 - y
