"""Avalon as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import contains, eq

from agonist.core import Ask, Pick, Seat, player_name
from agonist.core.ask import atoms
from agonist.games.avalon.roles import TEAM_SIZES, is_evil
from agonist.games.avalon.rules import MOST_REJECTED, View
from agonist.kit.picture import Cell, Emphasis, Label, Picture, Shape, Style, choices_where

WIDE = 2.4
"""The width of a player with the space beside it, in units."""

PER_ROW = 5


def picture(view: View, ask: Ask | None) -> Picture:
    """The quests, and the players with what this seat knows of them; a click on a player chooses them."""
    width = WIDE * PER_ROW
    seats = _seats(view)
    shapes: list[Shape] = [*_quests(view, seats)]
    rejected = f"rejected teams: {view.rejected} of {MOST_REJECTED}"
    shapes.append(Label(0, 1.9, rejected, rejected, 0.36, "start", width))
    for seat in range(seats):
        shapes += _player(view, ask, seat)
    y = 2.3 + 1.5 * -(-seats // PER_ROW)
    shapes += _buttons(ask, y)
    done = ", ".join("success" if success else "fail" for success in view.quests) or "none yet"
    on_it = ", ".join(player_name(seat) for seat in view.team)
    team = f" Team: {on_it}." if on_it else ""
    high = y + (1.0 if ask is not None and ask.about in ("vote", "quest") else 0.0)
    return Picture(width, high, tuple(shapes), f"Avalon. Quests: {done}. {rejected}.{team}")


def _seats(view: View) -> int:
    """How many play: told by whoever has voted or been dealt; before that, the least."""
    for event in view.log:
        match event:
            case ("votes", approving, rejecting):
                return len(approving) + len(rejecting)
            case ("over", roles):
                return len(roles)
    return max([4, view.leader, *view.team, *view.to_speak, *view.lady]) + 1


def _quests(view: View, seats: int) -> Iterator[Cell]:
    for nth, size in enumerate(TEAM_SIZES[max(seats, 5)]):
        done = nth < len(view.quests)
        style: Style = "outline" if not done else "blue" if view.quests[nth] else "red"
        text = f"{size}" if not done else "success" if view.quests[nth] else "fail"
        alt = f"quest {nth + 1}: {text if done else f'{size} players'}"
        emphasis: Emphasis = "turn" if nth == len(view.quests) and view.phase != "over" else ""
        yield Cell(WIDE * nth, 0, alt, text, WIDE - 0.2, 1.2, style=style, emphasis=emphasis)


def _player(view: View, ask: Ask | None, seat: Seat) -> Iterator[Shape]:
    x, y = WIDE * (seat % PER_ROW), 2.3 + 1.5 * (seat // PER_ROW)
    name = player_name(seat) + (" (you)" if seat == view.seat else "")
    known, style = _known(view, seat)
    on_team = seat in view.team
    told = [known, "leader" if seat == view.leader else "", "on the team" if on_team else ""]
    alt = ", ".join(filter(None, [name, *told]))
    emphasis: Emphasis = "turn" if on_team else ""
    yield Cell(x, y, alt, name, WIDE - 0.2, 0.8, style=style, emphasis=emphasis, choices=_choices(ask, seat))
    below = ", ".join(filter(None, told))
    yield Label(x + (WIDE - 0.2) / 2, y + 1.1, alt, below, 0.28, width=WIDE - 0.2)


def _known(view: View, seat: Seat) -> tuple[str, Style]:
    """What this seat knows of another's role, and its colour."""
    for event in reversed(view.log):
        match event:
            case ("over", roles):
                return roles[seat], "red" if is_evil(roles[seat]) else "blue"
            case ("unmasked", evil, assassin):
                if seat in evil:
                    return "Assassin" if seat == assassin else "evil", "red"
            case ("loyalty", _, who, evil) if who == seat:
                return "evil" if evil else "good", "red" if evil else "blue"
            case ("role", role, shown):
                if seat == view.seat:
                    return role, "red" if is_evil(role) else "blue"
                if seat in shown and role != "Percival":
                    return "evil", "red"
                if seat in shown:
                    return "Merlin" if len(shown) == 1 else "Merlin or Morgana", "shade1"
    return "", "outline"


def _choices(ask: Ask | None, seat: Seat) -> tuple[int, ...]:
    if ask is None or ask.about not in ("team", "lady", "assassin"):
        return ()
    is_team = any(isinstance(atom, Pick) for _, atom in atoms(ask))
    return tuple(choices_where(ask, partial(_has, seat) if is_team else partial(eq, seat)))


def _has(seat: Seat, option: tuple[object, ...]) -> bool:
    return contains(option, seat)


def _buttons(ask: Ask | None, y: float) -> Iterator[Cell]:
    if ask is None or ask.about not in ("vote", "quest"):
        return
    for nth, option in enumerate(ask.options() or ()):
        choices = choices_where(ask, partial(eq, option))
        yield Cell(WIDE * nth, y, option, option, WIDE - 0.2, 0.8, style="outline", choices=choices)
