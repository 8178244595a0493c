"""The theaters and their cards: each side's strength, and the ongoing abilities in force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from agonist.core import Seat
from agonist.games.air_land_sea.cards import ABILITY, PRINTED, Card

NEIGHBORS: Final = ((1,), (0, 2), (1,))
"""For each place in the row, the places beside it."""

BLOCKED: Final = 3
"""With this many cards in a theater or more, a Blockade beside it destroys what is played there."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A card on the table; in a view, `card` is `None` where this seat does not know it."""

    card: Card | None
    up: bool
    seen: bool = False
    """Whether both players know a facedown card, since it was face up before."""

    def has(self, ability: str) -> bool:
        """Whether the card is face up and has this ability."""
        return self.up and self.card is not None and ABILITY[self.card] == ability


Stack: TypeAlias = tuple[Lying, ...]
"""Cards of one side in one theater, bottom to top; the last one is uncovered."""


@dataclass(frozen=True, slots=True)
class Field:
    """The theaters in their row, and both sides' stacks in each. Places count from 0 at the left."""

    row: tuple[str, ...] = ()
    stacks: tuple[tuple[Stack, Stack], ...] = (((), ()),) * 3
    weaker: bool = False
    """Whether the weaker side controls a theater."""

    def place(self, theater: str) -> int:
        return self.row.index(theater)

    def stack(self, theater: str, side: Seat) -> Stack:
        return self.stacks[self.row.index(theater)][side]

    def beside(self, theater: str) -> tuple[str, ...]:
        """The neighboring theaters, from left to right."""
        return tuple(self.row[place] for place in NEIGHBORS[self.row.index(theater)])

    def with_stack(self, theater: str, side: Seat, stack: Stack) -> Field:
        place = self.row.index(theater)
        mine, theirs = self.stacks[place]
        sides = (stack, theirs) if side == 0 else (mine, stack)
        return replace(self, stacks=(*self.stacks[:place], sides, *self.stacks[place + 1 :]))

    def uncovered(self, theaters: tuple[str, ...], sides: tuple[Seat, ...]) -> Iterator[tuple[str, Seat]]:
        """Every theater and side with a card, whose top card is the uncovered one."""
        return ((t, side) for t in theaters for side in sides if self.stack(t, side))

    def works(self, ability: str, side: Seat) -> bool:
        """Whether an ongoing ability of this side is in force: its card is face up, covered or not."""
        return any(lying.has(ability) for sides in self.stacks for lying in sides[side])

    def contained(self) -> bool:
        """Whether a Containment destroys every card that is played facedown."""
        return self.works("Containment", 0) or self.works("Containment", 1)

    def blockaded(self, theater: str) -> bool:
        """Whether a Blockade in a neighbouring theater destroys every card that is played here."""
        place = self.row.index(theater)
        if sum(map(len, self.stacks[place])) < BLOCKED:
            return False
        return any(
            lying.has("Blockade") for near in NEIGHBORS[place] for side in self.stacks[near] for lying in side
        )

    def strengths(self, theater: str, side: Seat) -> tuple[int, ...]:
        """The current strength of each card of a stack, bottom to top, without Support."""
        stack = self.stack(theater, side)
        facedown = 4 if self.works("Escalation", side) else 2
        found = [PRINTED[lying.card] if lying.up and lying.card else facedown for lying in stack]
        fire = max((n for n, lying in enumerate(stack) if lying.has("Cover Fire")), default=0)
        return (*[4] * fire, *found[fire:])

    def support(self, theater: str, side: Seat) -> int:
        """The strength added by Support in neighbouring theaters."""
        return 3 * any(
            lying.has("Support") for near in self.beside(theater) for lying in self.stack(near, side)
        )

    def total(self, theater: str, side: Seat) -> int:
        return sum(self.strengths(theater, side)) + self.support(theater, side)

    def controller(self, theater: str, first: Seat) -> Seat:
        """The seat that controls a theater, or on a tie (an empty theater too) the 1st player."""
        return first if self.margin(theater, first) >= 0 else 1 - first

    def margin(self, theater: str, side: Seat) -> int:
        """How far a side is from a tie in a theater, above 0 if it is ahead."""
        more = self.total(theater, side) - self.total(theater, 1 - side)
        return -more if self.weaker else more
