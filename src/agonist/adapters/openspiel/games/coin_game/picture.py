"""The board of the coin game, with the moves as buttons below."""

from __future__ import annotations

from typing import Any, Final

from agonist.adapters.openspiel.games.coin_game.seat_knowledge import Field
from agonist.adapters.openspiel.games.coin_game.text import WORDS, drawn
from agonist.core import Ask, player_name
from agonist.kit.picture import Cell, Emphasis, Label, Picture, Shape, Style, Token, seat_style

MOST_CELLS: Final = 900
COINS: Final[tuple[Style, ...]] = ("red", "yellow", "teal", "pink", "green", "purple")


def picture(view: Any, ask: Ask | None) -> Picture:
    field: Field = view.facts
    height, width = len(field.rows), len(field.rows[0])
    if height * width > MOST_CELLS:
        text = f"a board of {height * width:,} cells, too many to draw"
        return Picture(12, 1, (Label(6, 0.6, text, text),), f"Coin Game: {text}.")
    shapes: list[Shape] = []
    told = []
    for row, line in enumerate(field.rows):
        for column, sign in enumerate(line):
            place = f"row {row + 1}, column {column + 1}"
            shapes.append(Cell(column, row, place, style="board"))
            if sign == " ":
                continue
            style: Style
            if sign.isdigit():
                style, what = seat_style(int(sign)), player_name(int(sign))
            else:
                style, what = COINS[(ord(sign) - ord("a")) % len(COINS)], f"coin {sign.upper()}"
            told.append(f"{what} at {place}")
            emphasis: Emphasis = "turn" if sign.isdigit() and int(sign) in view.asked else ""
            shapes.append(
                Token(column + 0.5, row + 0.5, told[-1], drawn(sign), style=style, emphasis=emphasis)
            )
    for nth, option in enumerate((ask and ask.options()) or ()):
        label = WORDS.label(view, "move", option)
        shapes.append(Cell(1.6 * nth, height + 0.3, label, label, 1.5, 0.8, style="teal", choices=(nth,)))
    size = max(float(width), 8.0), height + (1.2 if ask else 0.0)
    return Picture(*size, tuple(shapes), f"Coin Game. {'; '.join(told) or 'empty'}.")
