"""Sea Battle in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from agonist.core import Ask, Event, Seat, counted, player_name
from agonist.games.sea_battle.movement_and_shots import HULL, RAM, REACH, SHOT, Cell, Ship
from agonist.games.sea_battle.rules import SeaBattle, View, team_of
from agonist.kit import Words
from agonist.kit.text_interface import listed, subject, you_or_player
from agonist.text import Prompts

ARROWS: Final = {"north": "^", "east": ">", "south": "v", "west": "<"}

NEWS_REACH: Final = 5
"""The distance around a ship that its news shows: as far as it can move and shoot in a turn."""

MOVING: Final = ("go", "sail", "steer", "turn", "head")
SHOOTING: Final = ("fire", "fire to the", "shoot to the", "shoots", "aim")
"""Other verbs for the two orders, as in `go left, fire to the right`."""

ALIASES: Final = {
    "left": ("l", "turn left", "port", "left side", "port side"),
    "right": ("r", "turn right", "starboard", "right side", "starboard side"),
    "forward": ("f", "ahead", "straight", "straight ahead", "move forward", "go forward"),
    "stay": ("s", "wait", "hold", "none", "stop"),
}


class SeaBattleWords(Words[SeaBattle, View]):
    def rules(self, game: SeaBattle) -> str:
        fill = self.prompts.fill
        return fill(
            "rules",
            size=game.size - 1,
            last=game.size - 2,
            teams=_against(game.seats),
            ram=RAM,
            shot=SHOT,
            reach=REACH,
            hull=HULL,
            turns=game.turns,
            collisions=fill(f"collisions_{game.rules}", ram=RAM),
            rocks=fill("rocks_inside") if game.rocks else "",
            chat=self._chat(game),
        ).rstrip()

    def _chat(self, game: SeaBattle) -> str:
        if game.signals:
            return self.prompts.fill("chat", words=counted(game.max_words, "word"))
        return self.prompts.fill("no_chat") if game.seats > 2 else ""

    def scene(self, game: SeaBattle, view: View) -> str:
        if view.phase in ("rocks", "cells", "headings"):
            return self.prompts.fill("not_ready")
        lines = [line for event in _latest(view) if (line := self.sentence(game, view, event))]
        parts = [
            self._teams(game, view),
            sea(game.size, view.rocks, view.ships),
            self.prompts.fill("legend"),
            *(["\n".join(lines)] if lines else []),
            self.status(game, view),
        ]
        return "\n\n".join(filter(None, parts))

    def news(self, game: SeaBattle, old: View, new: View) -> str:
        """The new events, and the sea around the viewer's ship, since the whole board would fill a
        conversation."""
        news = super().news(game, old, new)
        if new.seat is None or new.phase != "orders" or not new.ships[new.seat].afloat:
            return news
        near = sea(new.size, new.rocks, new.ships, around=new.ships[new.seat].cell)
        return f"{news}\n{self.prompts.fill('near')}\n{near}"

    def _teams(self, game: SeaBattle, view: View) -> str:
        if view.seat is None:
            return ""
        mates = [s for s in team_of(game.seats, view.seat) if s != view.seat]
        enemies = [s for s in range(game.seats) if s % 2 != view.seat % 2]
        team = f"Your team: you and {_names(mates)}." if mates else "You have no team mates."
        return f"You are {player_name(view.seat)}. {team} The enemy: {_names(enemies)}."

    def sentence(self, game: SeaBattle, view: View, event: Event) -> str:
        me = view.seat
        match event:
            case ("ready",):
                return ""
            case ("over", left):
                return self._end(view, left)
            case ("signal", turn, seat, text):
                if seat == me:
                    return ""
                return f'Turn {turn}: {player_name(seat)} signals to your team: "{self.quoted(text)}"'
            case ("orders", turn, orders):
                each = (_order(s == me, player_name(s), move, side) for s, move, side in orders)
                return f"Turn {turn}: {'; '.join(each)}."
            case ("aground", seats):
                return f"Hit a rock, {RAM} damage each time: {_names(seats, me)}."
            case ("struck", seats):
                return f"Collided with another ship, {RAM} damage each time: {_names(seats, me)}."
            case ("hits", pairs):
                shots = (f"{subject(by, me)} hit {you_or_player(hit, me)}" for by, hit in pairs)
                return f"Shots, {SHOT} damage each: {'; '.join(shots)}."
            case ("sunk", seats):
                return f"Sunk: {_names(seats, me)}."
        raise AssertionError(event)

    def _end(self, view: View, left: tuple[int, int]) -> str:
        if all(left):
            first, second = (_names(team_of(len(view.ships), seat)) for seat in (0, 1))
            return self.prompts.fill("broken_off", first=first, second=second, left=left[0], right=left[1])
        if not any(left):
            return self.prompts.fill("all_sunk")
        winner = 0 if left[0] else 1
        if view.seat is None:
            return f"The winners: {_names(team_of(len(view.ships), winner))}."
        return self.prompts.fill("won" if view.seat % 2 == winner else "lost")

    def status(self, game: SeaBattle, view: View) -> str:
        if view.phase in ("rocks", "cells", "headings"):
            return self.prompts.fill("not_ready")
        now = "The battle is over." if view.phase == "over" else f"Turn {view.turn} of {game.turns}."
        return "\n".join([now, *(f"- {ship_in_words(view, seat)}" for seat in range(game.seats))])

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        verbs = MOVING if key == "move" else SHOOTING if key == "shoot" else ()
        ways = [
            way for way in ALIASES[option] if key != "shoot" or not way.startswith(("turn", "move", "go"))
        ]
        return (*ways, *(f"{verb} {way}" for verb in verbs for way in (option, *ways)))

    def known(self, game: SeaBattle, view: View, key: str) -> Sequence[str] | None:
        return None if key == "signal" else tuple(ALIASES)

    def hint(self, view: View, key: str) -> str:
        return self.prompts.fill(f"hint_{key}")

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        match ask.about:
            case "rocks":
                return f"Chance puts rocks at {_cells(action) or 'no cell'}"
            case "cells":
                places = (f"{player_name(s)} at {_cells([cell])}" for s, cell in enumerate(action))
                return f"Chance puts the ships: {', '.join(places)}"
            case _:
                ways = (f"{player_name(seat)} {heading}" for seat, heading in enumerate(action))
                return f"Chance turns the ships: {', '.join(ways)}"


MOVES: Final = {
    "left": ("turns left", "turn left"),
    "right": ("turns right", "turn right"),
    "forward": ("goes forward", "go forward"),
    "stay": ("stays", "stay"),
}


def _order(mine: bool, name: str, move: str, side: str) -> str:
    if mine:
        return f"you {MOVES[move][1]} and shoot {side}"
    return f"{name} {MOVES[move][0]} and shoots {side}"


def sea(size: int, rocks: Sequence[Cell], ships: Sequence[Ship], around: Cell | None = None) -> str:
    """The board, the northmost row first, with y to the left of each row and x below.

    `around`: only the cells up to `NEWS_REACH` from this one.

    >>> print(sea(5, [(1, 1)], [Ship((2, 3), "east")]))
     4 ## ## ## ## ##
     3 ##  . 1>  . ##
     2 ##  .  .  . ##
     1 ## ##  .  . ##
     0 ## ## ## ## ##
        0  1  2  3  4
    """
    marks = dict.fromkeys(rocks, "##")
    marks |= {s.cell: f"{seat + 1}{ARROWS[s.heading]}" for seat, s in enumerate(ships) if s.afloat}
    columns, rows = (_span(size, None if around is None else around[axis]) for axis in (0, 1))
    lines = []
    for y in reversed(rows):
        row = ("##" if {x, y} & {0, size - 1} else marks.get((x, y), " .") for x in columns)
        lines.append(f"{y:2} {' '.join(row)}")
    return "\n".join([*lines, f"   {' '.join(f'{x:2}' for x in columns)}"])


def _span(size: int, middle: int | None) -> range:
    return (
        range(size)
        if middle is None
        else range(max(0, middle - NEWS_REACH), min(size, middle + NEWS_REACH + 1))
    )


def ship_in_words(view: View, seat: Seat) -> str:
    """A ship's player, place, heading and damage."""
    ship, name = view.ships[seat], player_name(seat)
    if view.seat is not None:
        side = "you" if seat == view.seat else "your team" if seat % 2 == view.seat % 2 else "enemy"
        name = f"{name} ({side})"
    if not ship.afloat:
        return f"{name}: sunk"
    x, y = ship.cell
    return f"{name}: at ({x}, {y}), facing {ship.heading}, damage {ship.damage} of {HULL}"


def drawing(view: View) -> str:
    """The board for people."""
    return sea(view.size, view.rocks, view.ships)


def _latest(view: View) -> tuple[Event, ...]:
    """The events from the last orders on, and the signals of this turn."""
    starts = [nth for nth, event in enumerate(view.log) if event[0] == "orders"]
    return view.log[starts[-1] :] if starts else view.log


def _against(seats: int) -> str:
    """The two teams.

    >>> _against(4)
    'Player 1 and Player 3 against Player 2 and Player 4'
    """
    return f"{_names(team_of(seats, 0))} against {_names(team_of(seats, 1))}"


def _names(seats: Iterable[Seat], me: Seat | None = None) -> str:
    return listed(you_or_player(seat, me) for seat in seats)


def _cells(cells: Iterable[Cell]) -> str:
    return ", ".join(f"({x}, {y})" for x, y in cells)


WORDS = SeaBattleWords(Prompts.beside(__file__))
