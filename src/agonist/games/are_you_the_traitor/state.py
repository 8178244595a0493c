"""Roles, treasure and the state of Are You the Traitor?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from agonist.core import Event, Log, Seat

Role: TypeAlias = Literal["Evil Wizard", "Good Wizard", "Key Holder", "Guard", "Traitor"]
Side: TypeAlias = Literal["Good", "Evil"]
Phase: TypeAlias = Literal[
    "deck", "roles", "talk", "asker", "question", "answer", "stops", "caller", "call", "counting",
    "order", "steal", "over",
]  # fmt: skip

SIDE: Final[Mapping[Role, Side]] = {
    "Evil Wizard": "Evil",
    "Traitor": "Evil",
    "Good Wizard": "Good",
    "Key Holder": "Good",
    "Guard": "Good",
}

SEEKS: Final[Mapping[Role, Role]] = {
    "Evil Wizard": "Key Holder",
    "Key Holder": "Good Wizard",
    "Good Wizard": "Traitor",
    "Guard": "Traitor",
}
"""The role that each role looks for; a Traitor may not call."""

WIZARDS: Final[tuple[Role, ...]] = ("Evil Wizard", "Good Wizard")

POINTS: Final[Mapping[str, int]] = {
    "crown jewels": 5,
    "platinum pyramid": 4,
    "bag of gold": 3,
    "silver goblet": 2,
    "chest of copper": 1,
    "magic ring": 1,
    "gilded statue": 0,
}

TREASURE: Final[tuple[str, ...]] = tuple(
    name
    for name, count in (
        ("crown jewels", 2),
        ("platinum pyramid", 5),
        ("bag of gold", 12),
        ("silver goblet", 11),
        ("chest of copper", 5),
        ("magic ring", 5),
        ("gilded statue", 2),
    )
    for _ in range(count)
)
"""The 42 cards."""

RING: Final = "magic ring"
STATUE: Final = "gilded statue"
POINTS_TO_WIN: Final = 10
"""Points that a player may declare, which ends the game."""

Hand: TypeAlias = tuple[str, ...]

Act: TypeAlias = tuple[Seat, Seat | None]
"""An act while treasure is counted: a ring used against the second seat, or a declaration (`None`)."""


@dataclass(frozen=True, slots=True)
class State:
    """The roles of this round, everyone's treasure, and what is going on."""

    phase: Phase = "deck"
    deck: Hand = ()
    """The treasure that is left, the next card first."""
    hands: tuple[Hand, ...] = ()
    roles: tuple[Role, ...] = ()
    round: int = 0
    """Counted from 1."""
    tick: int = 0
    question: tuple[Seat, Seat] | None = None
    """The seats that ask and answer, in the game of questions."""
    asker: Seat | None = None
    stops: tuple[tuple[Seat, Seat], ...] = ()
    """The seats that called stop at the same time, and the seats at which they point."""
    caller: Seat | None = None
    """The seat that must point at somebody, since the time is up."""
    acts: tuple[Act, ...] = ()
    """Rings and declarations that are still to be resolved, the next one first."""
    declared: tuple[Seat, ...] = ()
    """The seats that have declared their points; no ring can take from them."""
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows: its role and treasure, who the wizards are, and how many cards everyone has.

    Events for all: `("round", number, wizards)`, `("said", seat, text)`, `("asks", seat, seat, text)`,
    `("answers", seat, seat, text)`, `("stops", seat, seat)`, `("time", seat)`, `("result", seat, seat,
    right, side, roles)`, `("draw", seats, those for whom no card was left)`, `("ring", seat, seat)`,
    `("declares", seat, points)`, `("over", points)`. In private: `("role", role)`, `("key holder", seat)`,
    `("traitors", seats)`, `("treasure", card)`, `("stolen", seat, seat, card)`, `("dropped", victim of a ring
    that was too late, or None for a declaration)`.
    """

    seat: Seat | None
    phase: Phase
    role: Role | None
    hand: Hand
    cards: tuple[int, ...]
    """How many cards each seat has."""
    left: int
    """Cards in the deck."""
    wizards: tuple[Seat, ...]
    round: int
    tick: int
    question: tuple[Seat, Seat] | None
    asker: Seat | None
    caller: Seat | None
    declared: tuple[Seat, ...]
    log: tuple[Event, ...]


def roles_for(seats: int) -> tuple[Role, ...]:
    """The roles in a game of this many players.

    >>> roles_for(5)
    ('Evil Wizard', 'Good Wizard', 'Key Holder', 'Traitor', 'Guard')
    """
    traitors = 2 if seats >= 8 else 1
    traitor: tuple[Role, ...] = ("Traitor",)
    guard: tuple[Role, ...] = ("Guard",)
    return ("Evil Wizard", "Good Wizard", "Key Holder", *traitor * traitors, *guard * (seats - 3 - traitors))


def points(hand: Hand) -> int:
    """The points of a hand of treasure.

    >>> points(("crown jewels", "gilded statue", "magic ring"))
    6
    """
    return sum(POINTS[card] for card in hand)
