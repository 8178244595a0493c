"""Pit as a picture: the calls, the viewer's cards, and the bundles that can be offered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from operator import eq
from typing import Any, Final

from agonist.core import Ask, Seat, counted, player_name
from agonist.games.pit.cards import VALUES
from agonist.games.pit.rules import View
from agonist.games.pit.text import bundle, hand_in_words
from agonist.kit.picture import Card, Cell, Label, Picture, Shape, Style, choices_where

WIDE: Final = 2.4
PER_ROW: Final = 4
STYLES: Final[dict[str, Style]] = dict(
    zip(VALUES, ("yellow", "orange", "green", "teal", "purple", "pink", "blue", "red"), strict=True)
)


def picture(view: View, ask: Ask | None) -> Picture:
    """Accepting is two clicks, on a player's call and on a bundle of cards; offering, on a bundle and on
    "anyone"."""
    shapes: list[Shape] = [*_players(view, ask)]
    y = 0.3 + 1.5 * _rows(len(view.points) + 1)
    for at, card in enumerate(view.cards):
        shapes.append(_card(at, y, card))
    y += 1.6
    shapes += _answers(ask, y)
    rows = _rows(len(_bundles(ask)) + 2) if ask else 0
    cards = f" Your cards: {_in_words(view.cards)}." if view.seat is not None else ""
    calls = counted(len(view.open), "open call")
    alt = f"Pit, hand {view.hand}, tick {view.tick}, {calls}.{cards}"
    return Picture(10.4, y + 0.75 * rows + 0.2, tuple(shapes), alt)


def _players(view: View, ask: Ask | None) -> Iterator[Shape]:
    calls = {call.seat: call for call in view.open}
    for seat, points in enumerate(view.points):
        call = calls.get(seat)
        held = f"holds out {call.number}" if call else "no open call"
        if call and call.to is not None:
            held += f" to {player_name(call.to)}"
        name = player_name(seat) + (" (you)" if seat == view.seat else "")
        choices = choices_where(ask, partial(_goes_to, seat)) if ask else ()
        yield from _box(seat, f"{name}: {points}", held, choices, mine=seat == view.seat)
    choices = choices_where(ask, lambda option: option[0] == "offer")
    yield from _box(len(view.points), "anyone", "an offer to all", choices, mine=False)


_in_words = lru_cache(maxsize=20_000)(hand_in_words)


@lru_cache(maxsize=20_000)
def _card(at: int, y: float, card: str) -> Card:
    alt = f"your card {at + 1}: {card}"
    return Card(0.2 + at * 1.0, y, alt, card, width=0.95, height=1.3, style=STYLES.get(card, "plain"))


@lru_cache(maxsize=20_000)
def _box(
    place: int, title: str, line: str, choices: tuple[int, ...], *, mine: bool
) -> tuple[Cell, Label, Label]:
    x, y = 0.2 + place % PER_ROW * (WIDE + 0.1), 0.2 + place // PER_ROW * 1.5
    style: Style = "shade1" if mine else "plain"
    return (
        Cell(x, y, f"{title} points, {line}", "", WIDE, 1.3, style=style, choices=choices),
        Label(x + WIDE / 2, y + 0.55, title, title, 0.38, width=WIDE - 0.1, choices=choices),
        Label(
            x + WIDE / 2,
            y + 1.05,
            f"{title}: {line}",
            line,
            0.3,
            width=WIDE - 0.1,
            style="muted",
            choices=choices,
        ),
    )


def _answers(ask: Ask | None, y: float) -> Iterator[Shape]:
    """A button for each bundle, for waiting, and for a corner."""
    if ask is None:
        return
    buttons = [(bundle(cards), choices_where(ask, partial(_gives, cards))) for cards in _bundles(ask)]
    buttons += [(verb, choices_where(ask, partial(eq, (verb,)))) for verb in ("wait", "corner")]
    for at, (text, choices) in enumerate([button for button in buttons if button[1]]):
        x = 0.2 + at % PER_ROW * (WIDE + 0.1)
        yield Cell(x, y + at // PER_ROW * 0.75, text, text, WIDE, 0.65, style="outline", choices=choices)


def _gives(cards: tuple[str, ...], option: Any) -> bool:
    return _cards_given(option) == cards


def _goes_to(seat: Seat, option: Any) -> bool:
    return bool(option[0] == "accept" and option[1][0] == seat)


def _bundles(ask: Ask | None) -> list[tuple[str, ...]]:
    options = (ask.options() if ask else None) or ()
    return list(dict.fromkeys(_cards_given(option) for option in options if _cards_given(option)))


def _cards_given(option: Any) -> tuple[str, ...]:
    match option:
        case ("offer", cards) | ("accept", (_, cards)):
            return tuple(cards)
    return ()


def _rows(count: int) -> int:
    return -(-count // PER_ROW)
