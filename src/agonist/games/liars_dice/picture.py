"""Liar's Dice as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import eq
from typing import Any, Final

from agonist.core import Ask, Seat, player_name
from agonist.games.liars_dice.rules import Dice, View
from agonist.games.liars_dice.text import in_words, label, plural
from agonist.kit.picture import Card, Cell, Emphasis, Label, Picture, Shape, choices_where, seat_style

LEFT: Final = 2.6
"""The width of the names, in units."""

DIE: Final = 0.9
"""The side of a die with the space beside it, in units."""

LEAST: Final = 10.0
"""The least width, so that the last bid has room."""

BUTTON: Final = 1.2
"""The width of a button with the space beside it, in units."""

PER_ROW: Final = 8
"""The most buttons in a row."""


def picture(view: View, ask: Ask | None) -> Picture:
    """Everyone's dice as this seat sees them, and the last bid; after a doubt, the dice that were shown.

    A click on a number and one on a face make a bid; a click on "doubt" doubts.
    """
    cups = _shown(view)
    most = max(len(cup) if cup else count for cup, count in zip(cups, view.dice_left, strict=True))
    width = max(LEFT + DIE * most, LEAST)
    bid = _bid(view)
    shapes: list[Shape] = [Label(0, 0.4, bid, bid, 0.4, "start", width)]
    for seat, count in enumerate(view.dice_left):
        shapes += _cup(view, seat, cups[seat], count)
    y = 0.8 + DIE * len(view.dice_left) + 0.3
    buttons = list(_buttons(ask, y))
    high = max((shape.y + DIE for shape in buttons), default=y)
    left = ", ".join(f"{player_name(seat)} {count}" for seat, count in enumerate(view.dice_left))
    mine = f" Your dice: {in_words(view.cup)}." if view.cup else ""
    return Picture(
        width, high, (*shapes, *buttons), f"Liar's Dice, hand {view.hand}. {bid}. Dice left: {left}.{mine}"
    )


def _shown(view: View) -> list[Dice]:
    """The dice that this seat sees under each cup: its own, or all after a doubt."""
    if view.phase != "bid":
        for event in reversed(view.log):
            if event[0] == "doubt":
                return list(event[-1])
    return [view.cup if seat == view.seat else () for seat in range(len(view.dice_left))]


def _bid(view: View) -> str:
    if view.bid is not None and view.bidder is not None:
        return f"last bid: {label(view.bid)}, by {player_name(view.bidder)}"
    for event in reversed(view.log):
        match event:
            case ("doubt", doubter, bidder, number, face, count, _):
                whose = f"{player_name(bidder)}'s bid of {label((number, face))}"
                return f"{player_name(doubter)} doubted {whose}: {label((count, face))}"
            case ("rolled", *_):
                break
    return "no bid yet"


def _cup(view: View, seat: Seat, cup: Dice, count: int) -> Iterator[Shape]:
    y = 0.8 + DIE * seat
    name = player_name(seat) + (" (you)" if seat == view.seat else "")
    moves = view.phase == "bid" and seat == view.mover
    emphasis: Emphasis = "turn" if moves else "" if count else "out"
    title = f"{name}: {'to act' if moves else 'out' if not count else f'{count} dice'}"
    yield Cell(0, y, title, name, LEFT - 0.2, DIE - 0.1, style=seat_style(seat), emphasis=emphasis)
    for place in range(len(cup) or count):
        x = LEFT + DIE * place
        if cup:
            yield Cell(x, y, f"{name}: a {cup[place]}", str(cup[place]), DIE - 0.1, DIE - 0.1, style="white")
        else:
            alt = f"{name}: die {place + 1}, under the cup"
            yield Card(x, y, alt, face_up=False, width=DIE - 0.1, height=DIE - 0.1)


def _buttons(ask: Ask | None, y: float) -> Iterator[Cell]:
    """Numbers, then faces, then the doubt."""
    options = (ask.options() if ask else None) or ()
    bids = [option[1] for option in options if option[0] == "bid"]
    rows = [
        [(f"{number} ×", partial(_is_bid, number=number)) for number in sorted({bid[0] for bid in bids})],
        [(plural(face), partial(_is_bid, face=face)) for face in sorted({bid[1] for bid in bids})],
        [("doubt", partial(eq, ("doubt",)))] if ("doubt",) in options else [],
    ]
    for row in rows:
        for at, (text, chosen) in enumerate(row):
            x, down = BUTTON * (at % PER_ROW), DIE * (at // PER_ROW)
            choices = choices_where(ask, chosen)
            yield Cell(x, y + down, text, text, BUTTON - 0.1, DIE - 0.2, style="outline", choices=choices)
        y += DIE * -(-len(row) // PER_ROW)


def _is_bid(option: Any, *, number: int | None = None, face: int | None = None) -> bool:
    """Whether an option is a bid of this number, or on this face."""
    return option[0] == "bid" and bool(option[1][0] == number or option[1][1] == face)
