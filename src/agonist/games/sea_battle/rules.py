"""Sea Battle: two teams of ships, which move and shoot at the same time.

The game of GameBench (Costarelli et al., 2024), after the sea battles of Puzzle Pirates. In its code, ships
pass through each other and can end on the same cell; here claims on cells are resolved all at once (see
`sailing`). With `rules="original"`, collisions are those of Puzzle Pirates between ships of one class
(YPPedia, and Cadesim's regression tests), where they differ. There is no wind and no whirlpool, and every
turn is one move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal, TypeAlias

from agonist.core import (
    CHANCE,
    Ask,
    Choice,
    Draw,
    Event,
    Form,
    Game,
    Log,
    Moves,
    Outcome,
    Seat,
    Shuffle,
    Speech,
    Traits,
    UsageError,
    add_event,
    events_for,
    form,
    option,
)
from agonist.games.sea_battle.movement_and_shots import (
    COURSES,
    HEADINGS,
    HULL,
    SIDES,
    Cell,
    Fleet,
    Orders,
    Ship,
    afloat,
    after_volley,
    sail,
    volley,
)

Phase: TypeAlias = Literal["rocks", "cells", "headings", "signals", "orders", "over"]

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {"original": {"rules": "original"}}
"""The collisions of Puzzle Pirates."""


@dataclass(frozen=True, slots=True)
class State:
    """The sea. `ships` has all, sunk ones too; empty before they are placed."""

    size: int
    """Cells along each side of the board."""
    phase: Phase = "rocks"
    rocks: tuple[Cell, ...] = ()
    """The rocks inside; the rim of the board is rock too."""
    ships: tuple[Ship, ...] = ()
    turn: int = 1
    """Counted from 1."""
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat sees: everything but the signals of the other team.

    Events: `("ready",)`; `("signal", turn, seat, text)` for its team; and of each turn `("orders", turn,
    ((seat, course, side), …))`, `("aground", seats)`, `("struck", seats)`, `("hits", ((seat, seat it hit),
    …))`, `("sunk", seats)`; `("over", the health left of each team)`.
    """

    seat: Seat | None
    size: int
    phase: Phase
    rocks: tuple[Cell, ...]
    ships: tuple[Ship, ...]
    turn: int
    log: tuple[Event, ...]


@dataclass(frozen=True)
class SeaBattle(Game[State, View]):
    """The seats with even numbers play those with odd numbers; a team wins if only it has ships left.

    After the last turn each team scores its share of the health that all ships have left.
    """

    name: ClassVar[str] = "sea_battle"
    title: ClassVar[str] = "Sea Battle"
    version: ClassVar[int] = 2
    sizes: ClassVar[Sequence[int]] = (2, 4, 6)
    seats: int = 6
    size: int = option(24, low=5, high=100)
    """Cells along each side of the board, including the rim of rock."""
    rocks: int = option(14, low=0)
    """Rocks inside the rim; at most on every fourth cell there."""
    turns: int = option(60, low=1, high=1000)
    """Turns after which the battle ends."""
    rules: Literal["simplified", "original"] = "simplified"
    """Collisions as in GameBench, or as in Puzzle Pirates."""
    chat: bool = False
    """Whether the ships of a team may signal to each other before each turn."""
    max_words: int = option(40, low=1, high=1000)

    def __post_init__(self) -> None:
        super().__post_init__()
        most = (self.size - 2) ** 2 // 4
        if self.rocks > most:
            raise UsageError(f"{self.name}: rocks is from 0 to {most} on this board, not {self.rocks}")
        if self.seats + self.rocks > len(self.cells):
            raise UsageError(f"{self.name}: {self.seats} ships do not fit on a board of size {self.size}")

    @property
    def traits(self) -> Traits:
        return Traits(
            simultaneous=True,
            hidden=self.signals,
            talk=self.signals,
            constant_sum=True,
            abilities=("abstract strategy", "cooperation"),
            sources=("GameBench (Costarelli et al., 2024)", "Puzzle Pirates, as YPPedia describes it"),
        )

    @property
    def signals(self) -> bool:
        """Whether there is anyone to signal to, and signals are allowed."""
        return self.chat and self.seats > 2

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells inside the rim."""
        inside = range(1, self.size - 1)
        return tuple((x, y) for x in inside for y in inside)

    def all_rocks(self, rocks: Sequence[Cell]) -> frozenset[Cell]:
        """These rocks and the rim."""
        ends, along = (0, self.size - 1), range(self.size)
        rim = {(x, y) for x in along for y in ends} | {(x, y) for x in ends for y in along}
        return frozenset(rim | set(rocks))

    def new(self) -> State:
        return State(self.size)

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        match state.phase:
            case "rocks":
                return {CHANCE: Shuffle(self.cells, self.rocks, about="rocks")}
            case "cells":
                rocks = set(state.rocks)
                free = tuple(cell for cell in self.cells if cell not in rocks)
                return {CHANCE: Shuffle(free, self.seats, about="cells")}
            case "headings":
                ships = {f"ship_{seat + 1}": Draw(HEADINGS) for seat in range(self.seats)}
                return {CHANCE: form("headings", **ships)}
            case "signals":
                return {seat: Speech(self.max_words, optional=True, about="signal") for seat in fleet(state)}
            case "orders":
                return dict.fromkeys(fleet(state), ORDERS)
            case "over":
                return {}

    def act(self, state: State, moves: Moves) -> State:
        match state.phase:
            case "rocks":
                return replace(state, rocks=moves[CHANCE], phase="cells")
            case "cells":
                ships = tuple(Ship(cell, "north") for cell in moves[CHANCE])
                return replace(state, ships=ships, phase="headings")
            case "headings":
                pairs = zip(state.ships, moves[CHANCE], strict=True)
                ships = tuple(replace(ship, heading=heading) for ship, heading in pairs)
                return self._next(replace(state, ships=ships, log=add_event(state.log, "ready")))
            case "signals":
                log = state.log
                for seat, text in sorted(moves.items()):
                    if text.strip():
                        log = add_event(log, "signal", state.turn, seat, text, to=team_of(self.seats, seat))
                return replace(state, phase="orders", log=log)
            case "orders":
                return self._fight(state, moves)
            case "over":
                raise AssertionError(moves)

    def _fight(self, state: State, orders: Mapping[Seat, Orders]) -> State:
        rocks, before = self.all_rocks(state.rocks), fleet(state)
        plans = tuple((seat, *orders[seat]) for seat in sorted(before))
        log = add_event(state.log, "orders", state.turn, plans)
        courses = {seat: course for seat, (course, _) in orders.items()}
        passage = sail(before, courses, rocks, original=self.rules == "original")
        log = add_event(log, "aground", passage.aground) if passage.aground else log
        log = add_event(log, "struck", passage.struck) if passage.struck else log
        firing = afloat(passage.fleet)
        hits = volley(firing, {s: orders[s][1] for s in firing}, rocks)
        met = tuple((seat, hit) for seat, hit in sorted(hits.items()) if hit is not None)
        log = add_event(log, "hits", met) if met else log
        after = {**passage.fleet, **after_volley(firing, hits)}
        sunk = tuple(seat for seat, ship in sorted(after.items()) if not ship.afloat)
        log = add_event(log, "sunk", sunk) if sunk else log
        ships = tuple(after.get(seat, ship) for seat, ship in enumerate(state.ships))
        state = replace(state, ships=ships, log=log)
        left = self._health(state)
        if state.turn == self.turns or not all(left):
            return replace(state, phase="over", log=add_event(log, "over", left))
        return self._next(replace(state, turn=state.turn + 1))

    def _next(self, state: State) -> State:
        return replace(state, phase="signals" if self.signals else "orders")

    def observe(self, state: State, seat: Seat | None) -> View:
        return View(
            seat, state.size, state.phase, state.rocks, state.ships, state.turn, events_for(state.log, seat)
        )

    @property
    def score_range(self) -> tuple[float, float]:
        return 0.0, 1.0

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        left = self._health(state)
        share = left[0] / sum(left) if any(left) else 0.5
        scores = tuple((share, 1 - share)[seat % 2] for seat in range(self.seats))
        if all(left):
            health = f"the health left is {left[0]} to {left[1]}"
            reason = f"the battle was broken off after turn {self.turns}; {health}"
        elif any(left):
            reason = "one team has no ship left"
        else:
            reason = "no ship is left"
        return Outcome(scores, reason, self.teams(state))

    def _health(self, state: State) -> tuple[int, int]:
        """The total health of each team's ships."""
        health = [max(0, HULL - ship.damage) for ship in state.ships]
        return sum(health[0::2]), sum(health[1::2])

    def teams(self, state: State) -> tuple[tuple[Seat, ...], ...]:
        return team_of(self.seats, 0), team_of(self.seats, 1)


ORDERS: Final[Form] = form("orders", move=Choice(COURSES), shoot=Choice(SIDES))


def fleet(state: State | View) -> Fleet:
    """The ships afloat, by seat."""
    return {seat: ship for seat, ship in enumerate(state.ships) if ship.afloat}


def team_of(seats: int, seat: Seat) -> tuple[Seat, ...]:
    """The seats of a seat's team, itself included.

    >>> team_of(6, 3)
    (1, 3, 5)
    """
    return tuple(range(seat % 2, seats, 2))
