"""The table and the hands, and functions that change them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from agonist.core import Log, Seat, add_event
from agonist.games.air_land_sea.cards import Card
from agonist.games.air_land_sea.field import Field, Lying

Phase: TypeAlias = Literal["theaters", "first", "deal", "battle", "over"]
Kind: TypeAlias = Literal[
    "play", "extra_play", "air_drop", "reinforce", "transport", "redeploy", "maneuver", "ambush", "disrupt"
]


@dataclass(frozen=True, slots=True)
class Pending:
    """A pending step: a turn, or a question of an instant ability to a seat."""

    kind: Kind
    seat: Seat
    theater: str = ""
    """The theater of the card that triggered it."""


@dataclass(frozen=True, slots=True)
class Destroyed:
    """A card that was destroyed when it was played; it lies facedown under the deck."""

    owner: Seat
    card: Card | None
    seen: bool
    """Whether both players know it: it was played face up."""


@dataclass(frozen=True, slots=True)
class PublicState:
    """What both players see, except that stacks and destroyed cards hold secrets which a view leaves out."""

    phase: Phase = "theaters"
    field: Field = field(default_factory=Field)
    first: Seat = 0
    """The 1st player of this battle."""
    battle: int = 0
    """Counted from 1."""
    points: tuple[int, int] = (0, 0)
    destroyed: tuple[Destroyed, ...] = ()
    """In the order in which they were put under the deck."""
    dropping: tuple[bool, bool] = (False, False)
    """Whether an Air Drop lets the next play of this seat ignore where cards belong."""
    player: Seat = 0
    """The seat whose turn it is."""
    todo: tuple[Pending, ...] = ()
    """Steps in the order in which they came up; the first one is being asked for."""


@dataclass(frozen=True, slots=True)
class State:
    """The table, the hands and the deck, the top card first."""

    table: PublicState = PublicState()
    hands: tuple[tuple[Card, ...], tuple[Card, ...]] = ((), ())
    deck: tuple[Card, ...] = ()
    log: Log = ()


def known(lying: Lying) -> bool:
    """Whether both players know this card."""
    return lying.up or lying.seen


def aside(state: State, seat: Seat, lying: Lying) -> State:
    """Tell the owner which card was meant, if the other player is not told."""
    return state if known(lying) else replace(state, log=add_event(state.log, "card", lying.card, to=[seat]))


def masked(field: Field, seat: Seat | None) -> Field:
    """The field without the cards that a seat does not know."""

    def mask(side: Seat, stack: Sequence[Lying]) -> tuple[Lying, ...]:
        return tuple(lying if known(lying) or side == seat else replace(lying, card=None) for lying in stack)

    return replace(field, stacks=tuple((mask(0, first), mask(1, second)) for first, second in field.stacks))


def top_of(state: State) -> Card | None:
    """The card that would be drawn next; destroyed cards are under all others."""
    if state.deck:
        return state.deck[0]
    return state.table.destroyed[0].card if state.table.destroyed else None


def drawn(state: State) -> State:
    """The deck without its top card."""
    if state.deck:
        return replace(state, deck=state.deck[1:])
    return with_table(state, destroyed=state.table.destroyed[1:])


def armed(table: PublicState, seat: Seat, *, on: bool) -> tuple[bool, bool]:
    """The seats with a waiting Air Drop, after that of one seat was set to `on`."""
    first, second = table.dropping
    return (on, second) if seat == 0 else (first, on)


def take(state: State, theater: str, side: Seat, at: int) -> tuple[Lying, State]:
    stack = list(state.table.field.stack(theater, side))
    lying = stack.pop(at)
    return lying, with_table(state, field=state.table.field.with_stack(theater, side, tuple(stack)))


def put(state: State, theater: str, side: Seat, lying: Lying) -> State:
    """The state with a card on top of a stack, played or moved."""
    stack = (*state.table.field.stack(theater, side), lying)
    return with_table(state, field=state.table.field.with_stack(theater, side, stack))


def without(state: State, seat: Seat, card: Card) -> State:
    """The state without a card that leaves the hand."""
    return with_hand(state, seat, tuple(held for held in state.hands[seat] if held != card))


def with_hand(state: State, seat: Seat, hand: tuple[Card, ...]) -> State:
    first, second = state.hands
    return replace(state, hands=(hand, second) if seat == 0 else (first, hand))


def with_table(state: State, **changes: Any) -> State:
    return replace(state, table=replace(state.table, **changes))


def with_event(state: State, *event: Any) -> State:
    return replace(state, log=add_event(state.log, *event))
