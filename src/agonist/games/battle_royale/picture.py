"""Battle royale as a picture."""

from __future__ import annotations

from functools import partial
from math import cos, pi, sin
from operator import eq

from agonist.core import Ask, Seat, player_name
from agonist.games.battle_royale.rules import NOBODY, State
from agonist.kit.picture import Emphasis, Label, Line, Picture, Shape, Token, choices_where, seat_style


def picture(view: State, ask: Ask | None) -> Picture:
    """All players in a circle, those who are out faded, and the last shot; a click on a player aims at
    them."""
    seats = sorted({*view.alive, *view.fallen})
    ring = max(1.6, 0.19 * len(seats))
    size = 2 * ring + 1.4
    at = {
        seat: (size / 2 + ring * sin(2 * pi * n / len(seats)), size / 2 - ring * cos(2 * pi * n / len(seats)))
        for n, seat in enumerate(seats)
    }
    parts: list[Shape] = []
    last = view.log[-1] if view.log else None
    if view.aim is not None:
        parts.append(_shot(at, view.shooter, view.aim, "aims at"))
    elif last is not None and last[3] != NOBODY:
        parts.append(_shot(at, last[2], last[3], "hit" if last[4] else "missed"))
    for seat in seats:
        out = seat not in view.alive
        now = seat == view.shooter and len(view.alive) > 1
        emphasis: Emphasis = "out" if out else "turn" if now else ""
        alt = f"{player_name(seat)}: {'out' if out else 'shoots now' if now else 'in'}"
        choices = choices_where(ask, partial(eq, seat))
        text = f"{seat + 1} ✗" if out else str(seat + 1)
        parts.append(
            Token(*at[seat], alt, text, 0.42, style=seat_style(seat), emphasis=emphasis, choices=choices)
        )
    alt = "No shot yet"
    if last is not None:
        whom = last[3] if last[3] == NOBODY else player_name(last[3])
        alt = f"Shot {last[1]}: {player_name(last[2])} at {whom}, {'hit' if last[4] else 'no hit'}"
    parts.append(Label(size / 2, size + 0.25, alt, alt, 0.32, width=size))
    left = ", ".join(map(player_name, view.alive))
    if nobody := choices_where(ask, partial(eq, NOBODY)):
        parts.append(Label(size / 2, size / 2, "shoot at nobody", "nobody", 0.34, choices=nobody))
    return Picture(size, size + 0.6, tuple(parts), f"Battle royale. {alt}. Still in: {left}.")


def _shot(at: dict[Seat, tuple[float, float]], shooter: Seat, target: Seat, what: str) -> Line:
    (x, y), (x2, y2) = at[shooter], at[target]
    short = 0.75 / max(((x2 - x) ** 2 + (y2 - y) ** 2) ** 0.5, 1)
    alt = f"{player_name(shooter)} {what} {player_name(target)}"
    return Line(x, y, alt, x2=x2 - (x2 - x) * short, y2=y2 - (y2 - y) * short, arrow=True, emphasis="last")
