"""Two Rooms and a Boom as a picture."""

from __future__ import annotations

from functools import partial
from operator import eq

from agonist.core import Ask, Seat, player_name
from agonist.games.two_rooms.possible_states import known_cards
from agonist.games.two_rooms.state import COLOUR, ROUNDS, View
from agonist.kit.picture import Card, Cell, Emphasis, Label, Picture, Shape, Style, choices_where

WIDE = 2.0


def picture(view: View, ask: Ask | None) -> Picture:
    """Both rooms, with the cards that this seat has seen; a click on a player names the hostage."""
    most = max((len(room) for room in view.rooms), default=3)
    width = WIDE * most + 0.4
    parts: list[Shape] = [Label(0.2, 0.35, _title(view), _title(view), 0.36, "start", width - 0.4)]
    known = known_cards(view)
    for nth, (room, leader) in enumerate(zip(view.rooms, view.leaders, strict=False)):
        y = 0.8 + 3.1 * nth
        name = f"the {('first', 'second')[nth]} room"
        parts.append(Cell(0, y, name, "", width, 2.9, style="board"))
        for place, seat in enumerate(room):
            x = 0.3 + WIDE * place
            alt = f"{_who(view, seat)}{', leader' if seat == leader else ''}"
            emphasis: Emphasis = "turn" if seat == leader else ""
            parts.append(
                Label(x + 0.75, y + 0.38, f"{alt}, in {name}", alt, 0.28, width=1.85, emphasis=emphasis)
            )
            parts.append(_card(view, seat, known.get(seat), x, y + 0.7, ask))
    rooms = "; ".join(
        f"{('first', 'second')[n]} room: {', '.join(_who(view, seat) for seat in room)}"
        for n, room in enumerate(view.rooms)
    )
    return Picture(width, 7.0, tuple(parts), f"{_title(view)}. {rooms or 'The rooms are not drawn yet'}.")


def _title(view: View) -> str:
    return f"Two Rooms and a Boom, round {view.round + 1} of {ROUNDS}"


def _who(view: View, seat: Seat) -> str:
    return f"{player_name(seat)} (you)" if seat == view.seat else player_name(seat)


def _card(view: View, seat: Seat, seen: str | None, x: float, y: float, ask: Ask | None) -> Card:
    hostage = ask is not None and ask.about == "hostage"
    choices = choices_where(ask, partial(eq, seat)) if hostage else ()
    if seen is None:
        alt = f"the card of {_who(view, seat)}, not seen"
        return Card(x, y, alt, face_up=False, width=1.5, height=1.9, style="shade1", choices=choices)
    style: Style = "blue" if (COLOUR.get(seen, seen)) == "Blue" else "red"
    alt = f"the card of {_who(view, seat)}: {seen}"
    return Card(x, y, alt, seen, width=1.5, height=1.9, style=style, choices=choices)
