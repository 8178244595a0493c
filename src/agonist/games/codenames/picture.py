"""Codenames as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from operator import eq
from typing import Final

from agonist.core import Ask, player_name
from agonist.games.codenames.cards import TEAMS, Colour
from agonist.games.codenames.rules import STOP, View
from agonist.kit.picture import Cell, Emphasis, Label, Picture, Shape, Style, choices_where

STYLES: Final[Mapping[Colour, Style]] = {
    "red": "red",
    "blue": "blue",
    "neutral": "muted",
    "assassin": "black",
}

WIDE: Final = 2.4
COLUMNS: Final = 5
LINES: Final = 6
"""The most clues and guesses that are shown, the latest ones."""


def picture(view: View, ask: Ask | None) -> Picture:
    """The words in rows of five, with the colours that this seat knows; a click on a word guesses it."""
    width = WIDE * COLUMNS
    parts: list[Shape] = []
    last = view.covered[-1] if view.covered else None
    for nth, word in enumerate(view.words):
        colour = view.key[nth] if nth < len(view.key) else None
        covered = word in view.covered
        sort = f"{colour}, covered" if covered else colour or "hidden"
        emphasis: Emphasis = "last" if word == last else "out" if covered else ""
        parts.append(
            Cell(
                x=WIDE * (nth % COLUMNS),
                y=nth // COLUMNS,
                alt=f"{word}: {sort}",
                text=f"{word} {MARKS[colour]}" if colour else word,
                width=WIDE - 0.08,
                height=0.92,
                style=STYLES[colour] if colour else "plain",
                emphasis=emphasis,
                choices=choices_where(ask, partial(eq, word)),
            )
        )
    high = -(-len(view.words) // COLUMNS) + 0.2
    stop = choices_where(ask, partial(eq, STOP))
    if stop:
        parts.append(Cell(0, high, "stop guessing", "stop", WIDE, 0.8, style="shade1", choices=stop))
    history = _history(view)
    for nth, line in enumerate(history[-LINES:]):
        parts.append(Label(0, high + 1.2 + 0.5 * nth, line, line, 0.34, "start", width))
    alt = f"Codenames, {len(view.words)} words. {'. '.join(history[-LINES:])}"
    return Picture(width, high + 1.2 + 0.5 * LINES, tuple(parts), alt)


MARKS: Final[Mapping[Colour, str]] = {
    "red": "(R)",
    "blue": "(B)",
    "neutral": "(-)",
    "assassin": "(X)",
}
"""Signs for colours, for people who cannot distinguish them."""


def _history(view: View) -> list[str]:
    """Clues, guesses and other events, in short."""
    lines = []
    for event in view.log:
        match event:
            case ("clue", seat, clue, number):
                lines.append(f"{TEAMS[seat % 2].capitalize()}: {clue}, {number}")
            case ("no clue", seat, _):
                lines.append(f"{player_name(seat)} gave no legal clue")
            case ("guess", seat, word, colour):
                lines.append(f"{player_name(seat)} guessed {word}: {colour}")
            case ("covered", seat, word):
                lines.append(f"{player_name(seat)} covered {word}")
            case ("over", winner, _, _):
                lines.append(f"{winner.capitalize()} wins")
    return lines
