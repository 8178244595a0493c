"""The cards, the rooms and the state of Two Rooms and a Boom."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from agonist.core import Event, Log, Seat

Card: TypeAlias = Literal["President", "Blue Team", "Bomber", "Red Team"]
Colour: TypeAlias = Literal["Blue", "Red"]
What: TypeAlias = Literal["card", "colour"]
Room: TypeAlias = tuple[Seat, ...]
Phase: TypeAlias = Literal[
    "cards", "rooms", "leader", "talk", "question", "answer", "hostages", "parley", "over"
]

COLOUR: Final[Mapping[str, Colour]] = {
    "President": "Blue",
    "Blue Team": "Blue",
    "Bomber": "Red",
    "Red Team": "Red",
}

ROUNDS: Final = 3


@dataclass(frozen=True, slots=True)
class State:
    """The cards and rooms of all seats, and open offers, votes and questions."""

    phase: Phase = "cards"
    cards: tuple[Card, ...] = ()
    rooms: tuple[Room, ...] = ()
    leaders: tuple[Seat | None, ...] = (None, None)
    """Of the first and the second room."""
    round: int = 0
    """Counted from 0."""
    tick: int = 0
    spent: tuple[int, ...] = ()
    """The number of messages of each seat in this round."""
    votes: tuple[Seat | None, ...] = ()
    """The seat that each seat wants as the new leader of its room."""
    offers: tuple[tuple[Seat, Seat, What], ...] = ()
    """Open offers of shares: from, to, what."""
    heirs: tuple[Seat | None, ...] = (None, None)
    """The seat to which each leader offers the leadership."""
    barred: tuple[Seat, ...] = ()
    """Former leaders of this round."""
    drawing: tuple[tuple[Seat, ...], ...] = ()
    """Rooms whose leader chance draws now, each with its candidates."""
    question: tuple[Seat, Seat] | None = None
    """The seats that ask and must answer, while the answer is due."""
    asked: int = 0
    """The number of seats that have asked their question in this round, in order."""
    hostages: tuple[Seat, ...] = ()
    """Of the first and the second room, once they are named."""
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """The viewer's card and the events in their room; rooms and leaders are public.

    Events for all: `("rooms", rooms)`, `("round", number)`, `("leads", seat, how)`, `("exchange", seats,
    rooms)`, `("over", cards)`. In a room: `("said", seat, "room" or seat, text)`, `("asks", seat, seat,
    text)`, `("answers", seat, seat, text)`, `("shares", seat, seat, what)`, `("shows", seat, seat, what)`,
    `("reveals", seat, card or colour)`, `("appoints", seat, seat)`, `("votes", seat, seat)`, `("offers to
    abdicate", seat, seat)`, `("hostage", seat)`. In the other room: `("asks there", seat, seat)`. In private:
    `("card", card)`, `("offers", seat, seat, what)`, `("sees", seat, card or colour)`, `("parley", seat,
    text)`.
    """

    seat: Seat | None
    phase: Phase
    card: Card | None
    rooms: tuple[Room, ...]
    leaders: tuple[Seat | None, ...]
    round: int
    tick: int
    spent: int
    votes: tuple[tuple[Seat, Seat], ...]
    """The votes in the viewer's room."""
    offers: tuple[tuple[Seat, Seat, What], ...]
    """Open offers to or from the viewer."""
    heir: Seat | None
    """The seat to which the leader of the viewer's room offers the leadership."""
    barred: tuple[Seat, ...]
    """Former leaders of this round in the viewer's room."""
    drawing: tuple[tuple[Seat, ...], ...]
    question: tuple[Seat, Seat] | None
    """The seats that ask and must answer, which everyone knows."""
    asked: int
    hostage: Seat | None
    """The hostage of the viewer's room, once named."""
    log: tuple[Event, ...]


def room_of(rooms: tuple[Room, ...], seat: Seat) -> int:
    """The room of a seat: 0 or 1."""
    return next(number for number, room in enumerate(rooms) if seat in room)


def deck(seats: int) -> tuple[Card, ...]:
    """The cards of a game of this many players: half of each team.

    >>> deck(6)
    ('President', 'Blue Team', 'Blue Team', 'Bomber', 'Red Team', 'Red Team')
    """
    others = seats // 2 - 1
    blue: tuple[Card, ...] = ("Blue Team",)
    red: tuple[Card, ...] = ("Red Team",)
    return ("President", *blue * others, "Bomber", *red * others)
