"""Werewolf as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import eq
from typing import Final

from agonist.core import Ask, Seat, player_name
from agonist.games.werewolf.possible_states import known_roles, seen_as_werewolf
from agonist.games.werewolf.rules import View
from agonist.kit.picture import Cell, Emphasis, Label, Picture, Shape, Style, choices_where

WIDE: Final = 2.4
"""The width of a player with the space beside it, in units."""

HIGH: Final = 1.5
PER_ROW: Final = 6


def picture(view: View, ask: Ask | None) -> Picture:
    """Everyone at the table, with the roles that this seat knows; a click on a player names them."""
    seats = max([*view.alive, *_gone(view)]) + 1
    title = f"Werewolf, {'night' if view.phase in ('roles', 'night', 'victim') else 'day'} {view.day}"
    shapes: list[Shape] = [Label(0, 0.4, title, title, 0.4, "start", WIDE * PER_ROW)]
    for seat in range(seats):
        shapes += _player(view, ask, seat)
    gone = ", ".join(player_name(seat) for seat in _gone(view)) or "nobody"
    high = 0.8 + HIGH * -(-seats // PER_ROW)
    return Picture(WIDE * PER_ROW, high, tuple(shapes), f"{title}. Out: {gone}.")


def _gone(view: View) -> list[Seat]:
    gone = []
    for event in view.log:
        match event:
            case ("died" | "exiled", _, int(seat), _) | ("shot", _, int(seat), _):
                gone.append(seat)
    return gone


def _player(view: View, ask: Ask | None, seat: Seat) -> Iterator[Shape]:
    x, y = WIDE * (seat % PER_ROW), 0.8 + HIGH * (seat // PER_ROW)
    name = player_name(seat) + (" (you)" if seat == view.seat else "")
    role: str = known_roles(view).get(seat, "Werewolf" if seat in seen_as_werewolf(view) else "")
    out = seat not in view.alive
    style: Style = "red" if role == "Werewolf" else "blue" if role else "outline"
    emphasis: Emphasis = "out" if out else ""
    alt = ", ".join(filter(None, [name, role, "out" if out else ""]))
    names = ask is not None and ask.about in ("night", "vote", "shot")
    choices = choices_where(ask, partial(eq, seat)) if names else ()
    yield Cell(x, y, alt, name, WIDE - 0.2, 0.8, style=style, emphasis=emphasis, choices=choices)
    below = role or ("out" if out else "")
    yield Label(x + (WIDE - 0.2) / 2, y + 1.1, alt, below, 0.28, width=WIDE - 0.2)
