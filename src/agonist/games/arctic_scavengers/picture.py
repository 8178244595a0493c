"""Arctic Scavengers as a picture: both tribes, cards for hire, and buttons for actions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any, Final

from agonist.core import Ask, Seat, counted, player_name
from agonist.games.arctic_scavengers.cards import CATALOG, Name, people
from agonist.games.arctic_scavengers.rules import View
from agonist.games.arctic_scavengers.text import DOES, WORDS, described
from agonist.kit.picture import Card, Cell, Label, Picture, Shape, Style, choices_where

WIDE: Final = 2.3
TALL: Final = 1.65
PER_ROW: Final = 7
STYLES: Final[dict[str, Style]] = {
    "person": "teal",
    "leader": "purple",
    "sniper": "red",
    "tool": "orange",
    "medicine": "pink",
    "junk": "shade2",
}
VERBS: Final = ("draw", "dig", "hunt", "hire", "stop")
"""The actions with buttons. Cards to trash are typed, since there are too many combinations."""


def picture(view: View, ask: Ask | None) -> Picture:
    """The other tribe above, mercenaries in the middle, the viewer's cards below."""
    me = 0 if view.seat is None else view.seat
    table = view.table
    shapes: list[Shape] = []
    y = 0.2
    parts = (
        _tribe(view, ask, 1 - me),
        _market(view, ask),
        _finds(view, ask),
        _tribe(view, ask, me),
        _buttons(view, ask),
    )
    for height, part in parts:
        shapes += [_lowered(shape, y) for shape in part]
        y += height
    now = f"round {table.round}, {counted(view.contested, 'contested card')} left"
    crowds = ", ".join(f"{player_name(seat)} {people(area.public)}" for seat, area in enumerate(view.areas))
    alt = f"Arctic Scavengers, {now}. People among the cards that both know: {crowds}."
    return Picture(PER_ROW * (WIDE + 0.1) + 0.3, y + 0.2, tuple(shapes), alt)


Part = tuple[float, list[Shape]]
"""The height of a part of the picture, and its shapes, positioned from the top."""


def _tribe(view: View, ask: Ask | None, seat: Seat) -> Part:
    """A caption, the hand, and the cards played."""
    area = view.areas[seat]
    deck, hand, discard = area.sizes
    text = f"{player_name(seat)}: {hand} in hand, {deck} in the deck, {discard} discarded"
    if view.table.initiator == seat:
        text += ", initiator"
    shapes: list[Shape] = [Label(0.2, 0.45, text, text, 0.4, "start")]
    y = 0.7
    cards = area.hand if area.hand is not None else (None,) * hand
    for at, card in enumerate(cards):
        where = f"{player_name(seat)}, card {at + 1} in hand"
        choices = choices_where(ask, partial(_names, card)) if _aims_at(view, ask, seat) else ()
        shapes.append(_card(card, where, *_place(at, y), choices))
    y += _rows(len(cards)) * (TALL + 0.1)
    if area.played:
        alt = f"played by {player_name(seat)} in this round"
        shapes.append(Label(0.2, y + 0.35, alt, "played:", 0.35, "start"))
        for at, card in enumerate(area.played):
            where = f"{player_name(seat)}, card {at + 1} played"
            shapes.append(_card(card, where, *_place(at, y + 0.5), ()))
        y += 0.5 + _rows(len(area.played)) * (TALL + 0.1)
    return y + 0.2, shapes


def _market(view: View, ask: Ask | None) -> Part:
    """Mercenaries, the junkyard, and the card of the skirmish if known."""
    shapes: list[Shape] = [Label(0.2, 0.45, "for hire", "for hire:", 0.35, "start")]
    piles = [(name, f"{count} left") for name, count in view.table.supply if count]
    for at, (name, left) in enumerate(piles):
        choices = choices_where(ask, partial(_hires, name))
        shapes.append(_card(name, f"for hire, {left}", *_place(at, 0.6), choices, left))
    y = 0.6 + _rows(len(piles)) * (TALL + 0.1)
    text = f"junkyard: {len(view.table.junkyard)} cards; food: {view.table.food}"
    if view.next_contested:
        text += f"; to fight for: {view.next_contested}, which only you know"
    shapes.append(Label(0.2, y + 0.35, text, text, 0.4, "start"))
    return y + 0.6, shapes


def _finds(view: View, ask: Ask | None) -> Part:
    """The cards found in the junkyard."""
    step = view.table.todo[0] if view.table.todo else None
    if step is None or step.kind != "keep" or step.seat != view.seat:
        return 0.0, []
    shapes: list[Shape] = [Label(0.2, 0.45, "found in the junkyard", "found:", 0.35, "start")]
    for at, buried in enumerate(view.table.junkyard[: step.number]):
        where = f"card {at + 1} from the top of the junkyard"
        choices = choices_where(ask, partial(_names, buried.card))
        shapes.append(_card(buried.card, where, *_place(at, 0.6), choices))
    return 0.8 + _rows(step.number) * (TALL + 0.1), shapes


def _buttons(view: View, ask: Ask | None) -> Part:
    """A button for each possible action, those of one verb side by side."""
    shapes: list[Shape] = []
    for at, (text, choice) in enumerate(_ways(view, ask)):
        x, y = 0.2 + at % 4 * 4.2, at // 4 * 0.75
        shapes.append(Cell(x, y, text, text, 4.1, 0.65, style="outline", choices=(choice,)))
    return -(-len(shapes) // 4) * 0.75, shapes


def _ways(view: View, ask: Ask | None) -> Iterator[tuple[str, int]]:
    for nth, option in enumerate((ask.options() if ask else None) or ()):
        match ask.about if ask else "", option:
            case "gather", ("stop",):
                yield "stop", nth
            case "gather", (verb, part) if verb in VERBS:
                yield f"{verb}: {WORDS.label(view, verb, part)}", nth
            case "interrupt", _:
                yield WORDS.label(view, "interrupt", option), nth
            case "keep", ("nothing",):
                yield WORDS.label(view, "keep", option), nth


@lru_cache(maxsize=20_000)
def _card(
    card: Name | None, where: str, x: float, y: float, choices: tuple[int, ...], note: str = ""
) -> Card:
    if card is None:
        return Card(x, y, f"{where}: not known", face_up=False, width=WIDE, height=TALL, style="muted")
    printed = CATALOG[card]
    does = [f"{a} {value}" for a in DOES if (value := printed.value(a)) is not None]
    lines = (
        ", ".join(does[:2]),
        ", ".join(does[2:]),
        note or (counted(printed.people, "person", "people") if printed.people else ""),
    )
    return Card(
        x,
        y,
        f"{where}: {card} ({described(printed)})",
        card,
        tuple(line for line in lines if line),
        width=WIDE,
        height=TALL,
        style=STYLES[printed.kind],
        choices=choices,
    )


def _aims_at(view: View, ask: Ask | None, seat: Seat) -> bool:
    return ask is not None and ask.about in ("snipe", "disarm") and seat != view.seat


def _names(card: Name | None, option: Any) -> bool:
    return bool(option == card)


def _hires(name: Name, option: Any) -> bool:
    return bool(isinstance(option, tuple) and option[0] == "hire" and option[1][0] == name)


def _place(at: int, y: float) -> tuple[float, float]:
    return 0.2 + at % PER_ROW * (WIDE + 0.1), y + at // PER_ROW * (TALL + 0.1)


def _rows(count: int) -> int:
    return -(-count // PER_ROW)


@lru_cache(maxsize=20_000)
def _lowered(shape: Shape, by: float) -> Shape:
    return replace(shape, y=shape.y + by)
