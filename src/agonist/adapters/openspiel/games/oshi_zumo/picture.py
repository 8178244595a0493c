"""The row on which the wrestler stands, with the coins and the last bids of both players."""

from __future__ import annotations

from typing import Any, Final

from agonist.adapters.openspiel.games.oshi_zumo.title_and_endings import field_of
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import Ask, counted, player_name
from agonist.kit.picture import Cell, Label, Picture, Shape, Token, seat_style

TOP: Final = 1.2


def picture(view: Any, ask: Ask | None) -> Picture:
    """Without choices: a bid is typed."""
    del ask
    field = field_of(spiel_of(view.history))
    wide = len(field.drawn)
    shapes: list[Shape] = []
    for at, sign in enumerate(field.drawn):
        edge = at in (0, wide - 1)
        alt = f"{'edge' if edge else 'square'} {at}{': the wrestler' if sign == 'W' else ''}"
        shapes.append(Cell(at, TOP, alt, style="shade2" if edge else "board"))
        if sign == "W":
            shapes.append(Token(at + 0.5, TOP + 0.5, alt, "W", style="black", emphasis="last"))
    width = max(float(wide), 9.0)
    told = []
    for seat, coins in enumerate(field.coins):
        last = f", last bid {field.bids[-1][seat]}" if field.bids else ""
        text = f"{player_name(seat)}: {counted(coins, 'coin')}{last}"
        shapes.append(Label(0, 0.3 + 0.5 * seat, text, text, 0.34, "start", width, style=seat_style(seat)))
        told.append(text)
    return Picture(width, TOP + 1.2, tuple(shapes), f"Oshi-Zumo. {field.drawn}. {'; '.join(told)}.")
