"""Backgammon as a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from agonist.adapters.openspiel.games.backgammon.text import WORDS, steps_of
from agonist.adapters.openspiel.games.backgammon.title_and_endings import POINTS, Position, position
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.core import CHANCE, Ask, Seat, player_name
from agonist.kit.picture import Cell, Label, Picture, Shape, Token, seat_style

PLACE: Final = re.compile(r"bar|off|(?<![(\d])\d+")
"""The places that a play names, without the number of checkers behind it."""
STACK: Final = 5
"""So many checkers are drawn on a point; more are a number on the last one."""
BAR: Final = 6.0
"""Where the bar lies, from the left."""
WIDE, HIGH = 15.4, 12.0


def picture(view: History, ask: Ask | None) -> Picture:
    """The board as Player 1 sees it, its points numbered for whoever moves; a click on each point that a play
    names chooses it.
    """
    spiel = spiel_of(view)
    now, player = position(spiel), int(spiel.current_player())
    mover = player if player != CHANCE and player >= 0 else 0
    choices = _choices(view, ask)
    shapes: list[Shape] = []
    for point in range(1, POINTS + 1):
        number = point if mover == 0 else POINTS + 1 - point
        shapes += _point(now, point, number, choices.get(str(number), ()))
    for seat in (0, 1):
        shapes += _beside(now, seat, {each: choices.get(each, ()) for each in ("bar", "off")}, seat == mover)
    if now.dice:
        shown = " and ".join(map(str, now.dice))
        shapes.append(Label(WIDE / 2, HIGH / 2 + 0.15, f"dice: {shown}", f"dice: {shown}", 0.5))
    for nth, name in enumerate(("pass", "twice")):
        if name in choices:
            shapes.append(
                Cell(
                    x=0.2 + 1.8 * nth,
                    y=HIGH / 2 - 0.25,
                    alt=name,
                    text=name,
                    style="teal",
                    width=1.6,
                    height=0.5,
                    choices=choices[name],
                )
            )
    return Picture(WIDE, HIGH, tuple(shapes), f"Backgammon. {_in_words(now)}")


def _choices(view: History, ask: Ask | None) -> dict[str, tuple[int, ...]]:
    """The options by each place that their plays name; a click on "twice" chooses those of two checkers that
    make the same move.
    """
    found: dict[str, tuple[int, ...]] = {}
    seen: set[tuple[str, ...]] = set()
    for nth, option in enumerate((ask and ask.options()) or ()):
        play = WORDS.label(view, "move", option)
        if (steps := steps_of(play)) in seen:
            continue  # the same moves in the other order
        seen.add(steps)
        places = ["pass"] if play == "pass" else PLACE.findall(play)
        for place in dict.fromkeys([*places, *["twice"] * ("(2)" in play)]):
            found[place] = (*found.get(place, ()), nth)
    return found


def _point(now: Position, point: int, number: int, choices: tuple[int, ...]) -> Iterator[Shape]:
    """A point, as Player 1 counts them, with its checkers."""
    upper = point > POINTS // 2
    column = point - 13 if upper else 12 - point
    x = 0.2 + column + (1.0 if column >= BAR else 0.0)
    first, second = now.points[0][point - 1], now.points[1][POINTS - point]
    seat, count = (0, first) if first else (1, second)
    alt = f"point {number}: {f'{count} of {player_name(seat)}' if count else 'empty'}"
    y = 0.7 if upper else HIGH - 5.7
    yield Cell(x, y, alt, style="shade1" if point % 2 else "board", height=5, choices=choices)
    yield Label(x + 0.5, 0.45 if upper else HIGH - 0.2, f"point {number}", str(number), 0.35, style="muted")
    for nth in range(min(count, STACK)):
        text = str(count) if nth == STACK - 1 and count > STACK else WORDS.signs[seat]
        middle = 1.2 + nth if upper else HIGH - 1.2 - nth
        yield Token(x + 0.5, middle, alt, text, 0.42, style=seat_style(seat), choices=choices)


def _beside(now: Position, seat: Seat, choices: dict[str, tuple[int, ...]], asked: bool) -> Iterator[Shape]:
    """The bar, and the checkers that a seat has borne off."""
    places = (("bar", 0.2 + BAR, now.bar[seat]), ("off", 13.4, now.off[seat]))
    for name, x, count in places:
        alt = f"{name} of {player_name(seat)}: {count}"
        y = HIGH - 5.7 if (seat == 0) == (name == "off") else 0.7
        mine = choices[name] if asked else ()
        yield Cell(x, y, alt, f"{name} {count}", style=seat_style(seat), height=5, choices=mine)


def _in_words(now: Position) -> str:
    """The checkers of each player by their own points, for screen readers."""
    said = []
    for seat in (0, 1):
        places = [f"{count} on {n}" for n, count in enumerate(now.points[seat], 1) if count]
        places += [f"{now.bar[seat]} on the bar"] * bool(now.bar[seat])
        places += [f"{now.off[seat]} borne off"] * bool(now.off[seat])
        said.append(f"{player_name(seat)} ({WORDS.signs[seat]}) by their own points: {', '.join(places)}")
    return f"{'; '.join(said)}."
