"""Movement and shots of all ships at the same time.

Everything is in mappings and sets by ship, so that the order of ships cannot matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from agonist.core import Seat

Cell: TypeAlias = tuple[int, int]
"""x counts to the east, y to the north, both from 0."""

Heading: TypeAlias = Literal["north", "east", "south", "west"]
Course: TypeAlias = Literal["left", "forward", "right", "stay"]
Side: TypeAlias = Literal["left", "right"]
Orders: TypeAlias = tuple[Course, Side]
"""The move, and the side to shoot to after it."""

HEADINGS: Final[tuple[Heading, ...]] = ("north", "east", "south", "west")
COURSES: Final[tuple[Course, ...]] = ("left", "forward", "right", "stay")
SIDES: Final[tuple[Side, ...]] = ("left", "right")
AHEAD: Final[Mapping[Heading, Cell]] = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}

HULL: Final = 10
"""The damage at which a ship sinks."""

RAM: Final = 1
"""The damage of a collision with a rock or a ship, to each ship."""

SHOT: Final = 2
REACH: Final = 3
"""The range of a shot in cells."""


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship's place, heading and damage; a sunk ship has no cell."""

    cell: Cell
    heading: Heading
    damage: int = 0

    @property
    def afloat(self) -> bool:
        return self.damage < HULL

    @property
    def ahead(self) -> Cell:
        return beyond(self.cell, self.heading)


Fleet: TypeAlias = Mapping[Seat, Ship]
"""Ships that are afloat, by seat."""


def beyond(cell: Cell, heading: Heading) -> Cell:
    """The next cell in a direction."""
    dx, dy = AHEAD[heading]
    return cell[0] + dx, cell[1] + dy


def turned(heading: Heading, side: Side) -> Heading:
    """A heading turned by 90 degrees; left is counter-clockwise.

    >>> turned("north", "left"), turned("west", "right")
    ('west', 'north')
    """
    return HEADINGS[(HEADINGS.index(heading) + (1 if side == "right" else -1)) % 4]


@dataclass(frozen=True, slots=True)
class Movement:
    """The result of all claims: where ships moved, which stopped, and which collided with what."""

    cells: Mapping[Seat, Cell]
    """The new cell of each ship."""
    aground: frozenset[Seat]
    """Stopped by a rock."""
    stopped: frozenset[Seat]
    """Ships that did not get the cell that they claimed."""
    struck: frozenset[Seat]
    """Ships in a collision with another ship, without those that a rock stopped."""


def step(
    fleet: Fleet, claims: Mapping[Seat, Cell], rocks: Collection[Cell], bumping: Collection[Seat] = ()
) -> Movement:
    """One step: ships claim the cells that they want to enter.

    A claim fails on a rock, if another ship claims the same cell, if two ships claim each other's cells, or
    if the ship in that cell stays there. The last is repeated, since a ship that stays blocks those behind
    it. A ship that stays is struck, once, if any claim on its cell fails. `bumping`: ships that push a ship
    at rest to the next cell, if that is free and nothing else claims it; they stay where they are.
    """
    at = {ship.cell: seat for seat, ship in fleet.items()}
    aground = {seat for seat, cell in claims.items() if cell in rocks}
    live = {seat: cell for seat, cell in claims.items() if seat not in aground}
    wanted = Counter(live.values())
    contested = {seat for seat, cell in live.items() if wanted[cell] > 1}
    head_on = {seat for seat, cell in live.items() if cell in at and live.get(at[cell]) == fleet[seat].cell}
    pushed = _pushed(fleet, claims, wanted, rocks, at, bumping)
    going = {seat: cell for seat, cell in live.items() if seat not in contested | head_on}
    while barred := {s for s, cell in going.items() if cell in at and at[cell] not in going}:
        going = {seat: cell for seat, cell in going.items() if seat not in barred}
    cells = {seat: ship.cell for seat, ship in fleet.items()} | pushed | going
    stopped = frozenset(claims) - frozenset(going)
    failed = {cell for seat, cell in live.items() if seat in stopped}
    hit_at_rest = {at[cell] for cell in failed if cell in at and cells[at[cell]] == cell}
    struck = frozenset((stopped | hit_at_rest | pushed.keys()) - aground)
    return Movement(cells, frozenset(aground), stopped, struck)


def _pushed(
    fleet: Fleet,
    claims: Mapping[Seat, Cell],
    wanted: Counter[Cell],
    rocks: Collection[Cell],
    at: Mapping[Cell, Seat],
    bumping: Collection[Seat],
) -> dict[Seat, Cell]:
    """The ships at rest that are pushed, with their new cells."""
    found = {}
    for seat in bumping:
        cell = claims[seat]
        occupant = at.get(cell)
        to = beyond(cell, fleet[seat].heading)
        at_rest = occupant is not None and occupant not in claims and wanted[cell] == 1
        if at_rest and to not in rocks and to not in at and not wanted[to]:
            found[at[cell]] = to
    into = Counter(found.values())
    return {seat: cell for seat, cell in found.items() if into[cell] == 1}


@dataclass(frozen=True, slots=True)
class Passage:
    """A fleet after all moves; damage is counted, and sunk ships are still included."""

    fleet: Fleet
    aground: tuple[Seat, ...]
    """A ship once for each rock that it hit."""
    struck: tuple[Seat, ...]
    """A ship once for each step in which ships damaged it, however many, and no rock did."""


def sail(
    fleet: Fleet, courses: Mapping[Seat, Course], rocks: Collection[Cell], *, original: bool = False
) -> Passage:
    """All ships move: those that turn go forward, turn by 90 degrees, and go forward again.

    In the simplified game a ship that is stopped before its turn still turns and goes on, and ships do not
    damage each other in the second step. In the original game (`original`) it stops after turning, the second
    step damages too, and a ship that goes straight ahead bumps a ship at rest to the next cell. It
    does not follow: of two ships of one class, only the one that is bumped moves (Cadesim).
    """
    claims = {seat: ship.ahead for seat, ship in fleet.items() if courses[seat] != "stay"}
    ramming = [seat for seat in claims if courses[seat] == "forward"] if original else []
    first = step(fleet, claims, rocks, ramming)
    fleet = {seat: _steered(ship, first.cells[seat], courses[seat]) for seat, ship in fleet.items()}
    turners = [s for s in fleet if courses[s] in SIDES and not (original and s in first.stopped)]
    second = step(fleet, {seat: fleet[seat].ahead for seat in turners}, rocks)
    aground = (*sorted(first.aground), *sorted(second.aground))
    struck = (*sorted(first.struck), *(sorted(second.struck) if original else ()))
    hits = Counter((*aground, *struck))
    fleet = {
        seat: replace(ship, cell=second.cells[seat], damage=ship.damage + RAM * hits[seat])
        for seat, ship in fleet.items()
    }
    return Passage(fleet, aground, struck)


def _steered(ship: Ship, cell: Cell, course: Course) -> Ship:
    heading = turned(ship.heading, course) if course in ("left", "right") else ship.heading
    return replace(ship, cell=cell, heading=heading)


def afloat(fleet: Fleet) -> Fleet:
    """The ships that are not sunk."""
    return {seat: ship for seat, ship in fleet.items() if ship.afloat}


def target(fleet: Fleet, seat: Seat, side: Side, rocks: Collection[Cell]) -> Seat | None:
    """The first ship in the line of a shot to this side, before any rock; `None` if there is none."""
    at = {ship.cell: other for other, ship in fleet.items()}
    ship = fleet[seat]
    cell, heading = ship.cell, turned(ship.heading, side)
    for _ in range(REACH):
        cell = beyond(cell, heading)
        if cell in rocks or cell in at:
            return at.get(cell)
    return None


def volley(fleet: Fleet, sides: Mapping[Seat, Side], rocks: Collection[Cell]) -> Mapping[Seat, Seat | None]:
    """The ship that each ship hits. All shoot at the same time, so a ship that sinks still shoots and stops
    shots."""
    return {seat: target(fleet, seat, sides[seat], rocks) for seat in fleet}


def after_volley(fleet: Fleet, hits: Mapping[Seat, Seat | None]) -> Fleet:
    """The fleet with the damage of these shots; sunk ships are still included."""
    count = Counter(hits.values())
    return {seat: replace(ship, damage=ship.damage + SHOT * count[seat]) for seat, ship in fleet.items()}
