"""The table and each player's cards, and functions that change them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from agonist.core import Log, Seat, add_event
from agonist.games.arctic_scavengers.cards import START, SUPPLY, Action, Cards, Name, in_order, without

Phase: TypeAlias = Literal["initiator", "extra", "contested", "junkyard", "play", "over"]
Kind: TypeAlias = Literal[
    "draw",
    "shuffle",
    "gather",
    "interrupt",
    "carry_out",
    "keep",
    "snipe",
    "disarm",
    "skirmish",
    "fight",
    "round",
]


@dataclass(frozen=True, slots=True)
class Pending:
    """A pending step: of chance (`draw`, `shuffle`), of a seat, or of the rules alone."""

    kind: Kind
    seat: Seat = -1
    number: int = 0
    """Cards to draw, or to look at."""


@dataclass(frozen=True, slots=True)
class Area:
    """All cards of one player; each pile is a multiset in the order of the catalogue, since no order is
    known."""

    deck: Cards = START
    hand: Cards = ()
    played: Cards = ()
    """Used in this round, and out until the next one begins."""
    discard: Cards = ()
    public: Cards = START
    """The cards among these that both players know."""
    secret: Cards = ()
    """Found in the junkyard and not yet shown."""

    @property
    def owned(self) -> Cards:
        return self.deck + self.hand + self.played + self.discard

    def shown(self, cards: Iterable[Name]) -> Area:
        """The area after these cards of the hand were shown: secrets among them are known now."""
        fresh = in_order((Counter(self.played) + Counter(cards) - Counter(self.public)).elements())
        return replace(self, public=in_order(self.public + fresh), secret=without(self.secret, fresh))

    def play(self, cards: Iterable[Name]) -> Area:
        """The area with cards of the hand used up for this round."""
        used = tuple(cards)
        return replace(self, hand=without(self.hand, used), played=in_order(self.played + used))

    def gain(self, card: Name) -> Area:
        """The area with a new card, which both players see, in the discard pile."""
        return replace(self, discard=in_order((*self.discard, card)), public=in_order((*self.public, card)))


@dataclass(frozen=True, slots=True)
class Buried:
    """A card in the junkyard, and the seats that know its place."""

    card: Name | None
    seen: tuple[bool, bool] = (False, False)


@dataclass(frozen=True, slots=True)
class Declared:
    """An action that was declared and not carried out yet."""

    seat: Seat
    action: Action
    cards: Cards


@dataclass(frozen=True, slots=True)
class PublicState:
    """What both players see, except the cards in the junkyard."""

    phase: Phase = "initiator"
    round: int = 0
    """Counted from 1."""
    initiator: Seat = 0
    supply: tuple[tuple[Name, int], ...] = SUPPLY
    junkyard: tuple[Buried, ...] = ()
    """The top card first."""
    food: int = 0
    """The food of the player who gathers now."""
    used: tuple[str, ...] = ()
    """Actions that the player who gathers now has taken."""
    declared: Declared | None = None
    revealed: bool = False
    """Whether the cards for the skirmish lie open."""
    todo: tuple[Pending, ...] = ()
    """Steps in the order in which they are done."""


@dataclass(frozen=True, slots=True)
class State:
    """The table, each player's cards, and the cards to be fought for, the next one first."""

    table: PublicState = PublicState()
    areas: tuple[Area, Area] = (Area(), Area())
    contested: Cards = ()
    log: Log = ()


def with_table(state: State, **changes: Any) -> State:
    return replace(state, table=replace(state.table, **changes))


def with_area(state: State, seat: Seat, area: Area) -> State:
    first, second = state.areas
    return replace(state, areas=(area, second) if seat == 0 else (first, area))


def with_event(state: State, *event: Any, to: Iterable[Seat] | None = None) -> State:
    return replace(state, log=add_event(state.log, *event, to=to))


def first_to_do(state: State, *steps: Pending) -> State:
    """The state with these steps before all others."""
    return with_table(state, todo=(*steps, *state.table.todo))
