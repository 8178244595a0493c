"""Hanabi as a picture."""

from __future__ import annotations

from functools import partial
from operator import eq
from typing import Final

from agonist.core import Ask, player_name
from agonist.games.hanabi.cards import COLOR_NAMES, COLORS, in_words, short, sorted_cards
from agonist.games.hanabi.public_state import Known
from agonist.games.hanabi.rules import View
from agonist.kit.picture import Card, Emphasis, Label, Picture, Shape, Style, Token, choices_where

STYLES: Final[dict[str, Style]] = {
    "R": "red", "Y": "yellow", "G": "green", "W": "white", "B": "blue",
}  # fmt: skip

LEFT: Final = 2.4
"""The width of the names at the left, in units."""

HINTS: Final = 2.6
"""The width of the hints beside a hand, in units."""


def picture(view: View, ask: Ask | None) -> Picture:
    """Fireworks, tokens and every hand as this seat sees it, with the hints about each card.

    A click on a card of the viewer, then on the fireworks or the discards, plays or discards it; a click on a
    colour or rank beside another's hand gives that hint.
    """
    table = view.table
    cards = max(map(len, view.hands), default=0)
    wide = LEFT + max(1.15 * max(len(table.fireworks) + 1, 5) + 2.2, 1.15 * cards + HINTS)
    parts = [*_fireworks(view, ask), *_counts(view, ask)]
    for owner, hand in enumerate(view.hands):
        y = 2.3 + 1.85 * owner
        name = player_name(owner) + (" (you)" if owner == view.seat else "")
        moves = owner == table.mover and not table.end
        label = f"{name}{', to move' if moves else ''}"
        turn: Emphasis = "turn" if moves else ""
        parts.append(Label(0, y + 0.7, label, label, 0.34, "start", LEFT - 0.1, emphasis=turn))
        for place, card in enumerate(hand):
            known = table.known[owner][place]
            where = f"{name}, card {place + 1}: "
            parts.append(
                Card(
                    LEFT + 1.15 * place,
                    y,
                    where + (in_words(card) if card else f"hidden, {_hinted(view, known)}"),
                    short(card) if card else "?",
                    tuple(filter(None, _hints_of(view, known))) or ("no hint",),
                    style=STYLES[card[0]] if card else "shade1",
                    choices=choices_where(ask, partial(_touches, view, owner, place)),
                )
            )
        parts += _hints(view, ask, owner, y)
    high = 2.3 + 1.85 * len(view.hands) + 0.5
    gone = " ".join(map(short, sorted_cards(table.discards))) or "none"
    parts.append(Label(0, high - 0.2, f"discarded: {gone}", f"discarded: {gone}", 0.3, "start", wide))
    built = ", ".join(f"{COLOR_NAMES[COLORS[n]]} {table.top(n)}" for n in range(len(table.fireworks)))
    left = f"{table.tokens} information tokens, {table.lives} lives, {table.deck} cards to draw"
    alt = f"Hanabi. Fireworks: {built}. Left: {left}."
    return Picture(wide, high, tuple(parts), alt)


def _fireworks(view: View, ask: Ask | None) -> list[Shape]:
    play = choices_where(ask, lambda option: option[0] == "play")
    parts: list[Shape] = [Label(0, 0.9, "fireworks", "fireworks", 0.34, "start")]
    for nth, color in enumerate(COLORS[: len(view.table.fireworks)]):
        rank = view.table.top(nth)
        alt = f"{COLOR_NAMES[color]} fireworks: {rank}"
        style: Style = STYLES[color] if rank else "board"
        parts.append(Card(LEFT + 1.15 * nth, 0.2, alt, short(f"{color}{rank}"), style=style, choices=play))
    return parts


def _counts(view: View, ask: Ask | None) -> list[Shape]:
    table, x = view.table, LEFT + 1.15 * len(view.table.fireworks) + 0.3
    discard = choices_where(ask, lambda option: option[0] == "discard")
    pile = f"{len(table.discards)} discarded"
    return [
        Label(x, 0.4, "information tokens", f"tokens {table.tokens} of {table.max_tokens}", 0.3, "start"),
        Label(x, 0.8, "lives", f"lives {table.lives}", 0.3, "start"),
        Label(x, 1.2, "cards to draw", f"deck {table.deck}", 0.3, "start"),
        Label(x, 1.6, "the discard pile", pile, 0.3, "start", choices=discard),
    ]


def _hints(view: View, ask: Ask | None, owner: int, y: float) -> list[Shape]:
    """The hints that can be given to this hand, as tokens to click."""
    options = (ask.options() if ask else None) or ()
    hints = [o for o in options if o[0] == "hint" and o[1][0] == owner]
    x = LEFT + 1.15 * len(view.hands[owner]) + 0.3
    parts: list[Shape] = []
    for nth, option in enumerate(hints):
        value = option[1][1]
        alt = f"hint {player_name(owner)}: {COLOR_NAMES.get(value, value)}"
        parts.append(
            Token(
                x + 0.5 * (nth % 5),
                y + 0.4 + 0.55 * (nth // 5),
                alt,
                value,
                0.22,
                style=STYLES.get(value, "plain"),
                choices=choices_where(ask, partial(eq, option)),
            )
        )
    return parts


def _touches(view: View, owner: int, place: int, option: tuple[object, ...]) -> bool:
    """Whether an option is about this card: the viewer's played or discarded, or another's named by a
    hint."""
    match option:
        case ("play" | "discard", card):
            return owner == view.seat and card == place
        case ("hint", (to, value)):
            card = view.hands[owner][place]
            return owner == to and card is not None and str(value) in card
    return False


def _hinted(view: View, known: Known) -> str:
    """The hints about a card, in short."""
    return "".join(_hints_of(view, known)) or "no hint"


def _hints_of(view: View, known: Known) -> tuple[str, str]:
    """The colours and the ranks that a card can have, if hints restrict them."""
    color = short(known.colors) if len(known.colors) < len(view.table.fireworks) else ""
    rank = known.ranks if len(known.ranks) < view.table.ranks else ""
    return color, rank
