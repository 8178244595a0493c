"""Air, Land & Sea as a picture: the theaters side by side, the viewer's cards below them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from agonist.core import Ask, Seat, player_name
from agonist.games.air_land_sea.cards import CARDS, PRINTED, TITLE
from agonist.games.air_land_sea.field import Lying
from agonist.games.air_land_sea.rules import View
from agonist.kit.picture import Card, Cell, Label, Picture, Shape, Style, choices_where

WIDE: Final = 2.0
"""A card's width; a theater is as wide as a card and its margins."""
STEP: Final = 0.75
"""The visible height of a covered card."""
TALL: Final = 1.4
STYLE: Final[dict[str, Style]] = {"Air": "teal", "Land": "green", "Sea": "blue"}


def picture(view: View, ask: Ask | None) -> Picture:
    """Both sides of every theater, the other player's above; the viewer's hand in a row below."""
    table, me = view.table, 0 if view.seat is None else view.seat
    if table.phase in ("theaters", "first"):
        return Picture(
            4,
            1,
            (Label(2, 0.6, "the theaters are being laid out", "Laying out the theaters"),),
            "Air, Land & Sea, before the first battle.",
        )
    most = [max(len(table.field.stack(t, side)) for t in table.field.row) for side in (1 - me, me)]
    above, below = (TALL + STEP * max(0, count - 1) for count in most)
    middle = 0.6 + above
    shapes: list[Shape] = []
    for place, theater in enumerate(table.field.row):
        x = place * (WIDE + 0.6) + 0.3
        shapes += _stack(view, ask, theater, 1 - me, x, 0.5)
        who = table.field.controller(theater, table.first)
        title = f"{theater} theater, controlled by {player_name(who)}"
        here = choices_where(ask, lambda option, theater=theater: theater in named(option, ask))  # type: ignore[misc]  # bound early
        shapes.append(Cell(x, middle, title, theater, WIDE, 1.0, style=STYLE[theater], choices=here))
        for side, y in ((1 - me, middle + 0.35), (me, middle + 0.9)):
            strength = table.field.total(theater, side)
            alt = f"strength of {player_name(side)} in the {theater} theater: {strength}"
            shapes.append(
                Label(
                    x + WIDE - 0.1, y, alt, str(strength), 0.35, "end", emphasis="turn" if who == side else ""
                )
            )
        shapes += _stack(view, ask, theater, me, x, middle + 1.1)
    bottom = middle + 1.6 + below
    shapes += _hand(view, ask, bottom)
    shapes += _verbs(ask, bottom + TALL + 0.4)
    for side, y in ((1 - me, 0.35), (me, bottom)):
        shapes.append(_caption(view, side, y))
    points = ", ".join(f"{player_name(s)} {table.points[s]}" for s in (0, 1))
    width = max(3 * (WIDE + 0.6), len(view.hand) * (WIDE + 0.1) + 0.3)
    row = f"Theaters from left to right: {', '.join(table.field.row)}"
    alt = f"Air, Land & Sea, battle {table.battle}. {row}. Victory points: {points}."
    return Picture(width, bottom + TALL + (1.2 if ask else 0.4), tuple(shapes), alt)


def _stack(view: View, ask: Ask | None, theater: str, side: Seat, x: float, y: float) -> Iterator[Shape]:
    """Cards from the bottom up, each covering the one before except for its top."""
    strengths = view.table.field.strengths(theater, side)
    stack = view.table.field.stack(theater, side)
    for at, (lying, strength) in enumerate(zip(stack, strengths, strict=True)):
        top = at == len(stack) - 1
        name = f"{lying.card or 'unknown card'} {'face up' if lying.up else 'facedown'}"
        where = f"{player_name(side)}, {theater} theater, card {at + 1} from the bottom"
        alt = f"{where}: {name}, counts {strength}"

        def touches(option: Any, at: int = at, top: bool = top) -> bool:
            match ask.about if ask else "", option:
                case "transport", (here, place, _):
                    return side == view.seat and (here, place) == (theater, at)
                case "redeploy", (here, place):
                    return side == view.seat and (here, place) == (theater, at)
                case "maneuver" | "ambush" | "disrupt", (here, whose):
                    return top and (here, whose) == (theater, side)
            return False

        yield _card(lying, x, y + at * STEP, alt, choices_where(ask, touches))


def _card(lying: Lying, x: float, y: float, alt: str, choices: tuple[int, ...]) -> Card:
    if not lying.up and lying.card:
        title = f"({lying.card})"
        return Card(x, y, alt, title, ("facedown",), width=WIDE, height=TALL, style="muted", choices=choices)
    if not lying.up:
        return Card(x, y, alt, face_up=False, width=WIDE, height=TALL, style="muted", choices=choices)
    card = lying.card or CARDS[0]
    style = STYLE[card.split()[0]]
    return Card(x, y, alt, card, (TITLE[card],), width=WIDE, height=TALL, style=style, choices=choices)


def _hand(view: View, ask: Ask | None, y: float) -> Iterator[Shape]:
    for at, card in enumerate(view.hand):
        choices = choices_where(ask, lambda option, card=card: card in named(option, ask))  # type: ignore[misc]  # bound early
        alt = f"your hand: {card} ({TITLE[card]}), strength {PRINTED[card]}"
        style = STYLE[card.split()[0]]
        yield Card(
            0.3 + at * (WIDE + 0.1),
            y + 0.2,
            alt,
            card,
            (TITLE[card],),
            width=WIDE,
            height=TALL,
            style=style,
            choices=choices,
        )


def _verbs(ask: Ask | None, y: float) -> Iterator[Shape]:
    """Buttons for choices that a card and a theater do not decide, and for options without either."""
    verbs = {"deploy": "deploy", "improvise": "improvise", "withdraw": "withdraw", "stay": "do not use it"}
    for at, (verb, text) in enumerate(verbs.items()):
        if choices := choices_where(ask, partial(_begins, verb)):
            yield Cell(0.3 + at % 3 * 2.5, y, text, text, 2.4, 0.65, style="outline", choices=choices)


def _begins(verb: str, option: Any) -> bool:
    return isinstance(option, tuple) and option[0] == verb


def _caption(view: View, side: Seat, y: float) -> Label:
    table = view.table
    order = "1st" if table.first == side else "2nd"
    text = f"{player_name(side)} ({order}): {table.points[side]} points, {view.hand_sizes[side]} in hand"
    acts = bool(table.todo) and table.todo[0].seat == side
    return Label(
        0.3,
        y,
        text + (", is asked now" if acts else ""),
        text,
        0.35,
        "start",
        emphasis="turn" if acts else "",
    )


def named(option: Any, ask: Ask | None) -> tuple[str, ...]:
    """The card and the theater of an option, or only the theater to which something moves."""
    match ask.about if ask else "", option:
        case "play" | "extra_play", ("deploy", (card, theater)):
            return (card, theater)
        case "play" | "extra_play", ("improvise", card, theater):
            return (card, theater)
        case "transport", (_, _, there):
            return (there,)
        case "reinforce", theater:
            return (theater,)
    return ()
