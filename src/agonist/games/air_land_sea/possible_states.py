"""States that fit a view: the other hand, the deck and facedown cards are sampled."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from agonist.core import Event, Seat, Shuffle, events_for, log_of
from agonist.games.air_land_sea.cards import CARDS, Card
from agonist.games.air_land_sea.field import Field, Stack
from agonist.games.air_land_sea.rules import AirLandSea, View
from agonist.games.air_land_sea.state import State, known

PRIVATE = ("hand", "card")
"""Events that only the owner of the cards observes."""


def sample_state(game: AirLandSea, view: View, rng: Random) -> State:
    """A state with this view; all ways to deal the unseen cards are equally likely.

    Cards that were seen going back to a hand are not dealt to the deck.
    """
    del game
    log = log_of(view.log, view.seat, PRIVATE)
    if view.table.phase != "battle":
        return State(view.table, log=log)
    under = view.table.destroyed
    in_deck = view.deck_size - len(under)
    if view.drawn and not in_deck:
        under = (replace(under[0], card=view.drawn), *under[1:])
    seen = {*view.hand, *_lying(view.table.field), *(gone.card for gone in under)}
    if view.drawn:
        seen.add(view.drawn)
    unseen = tuple(card for card in CARDS if card not in seen)
    taken_back = _taken_back(view)
    while True:
        cards = iter(Shuffle(unseen, len(unseen), "unseen").sample(rng))
        hands = tuple(
            view.hand
            if seat == view.seat
            else tuple(sorted(next(cards) for _ in range(view.hand_sizes[seat])))
            for seat in (0, 1)
        )
        field = _filled(view.table.field, cards)
        destroyed = tuple(replace(gone, card=gone.card or next(cards)) for gone in under)
        on_top = (view.drawn,) if view.drawn and in_deck else ()
        state = State(
            replace(view.table, field=field, destroyed=destroyed),
            (hands[0], hands[1]),
            (*on_top, *cards),
            log,
        )
        if all(card in _owned(state, owner) for card, owner in taken_back if card in unseen):
            return state


def _filled(field: Field, cards: Iterator[Card]) -> Field:
    """The field with its hidden cards taken from these."""

    def fill(stack: Stack) -> Stack:
        return tuple(lying if lying.card else replace(lying, card=next(cards)) for lying in stack)

    return replace(field, stacks=tuple((fill(first), fill(second)) for first, second in field.stacks))


def _lying(field: Field) -> set[Card | None]:
    return {lying.card for sides in field.stacks for stack in sides for lying in stack}


def _owned(state: State, owner: Seat) -> set[Card | None]:
    """The cards that this seat has in its hand, on its side, or played and lost."""
    lying = {card.card for sides in state.table.field.stacks for card in sides[owner]}
    return {
        *state.hands[owner],
        *lying,
        *(gone.card for gone in state.table.destroyed if gone.owner == owner),
    }


def _taken_back(view: View) -> list[tuple[Card, Seat]]:
    """Cards of this battle that were seen going back to a hand."""
    return [(event[2], event[1]) for event in this_battle(view.log) if event[0] == "took_back" and event[2]]


def this_battle(log: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events of the current battle, from its deal on."""
    start = max((nth for nth, event in enumerate(log) if event[0] == "battle"), default=len(log))
    return log[start:]


def secrets(game: AirLandSea, state: State, seat: Seat) -> tuple[str, ...]:
    """The cards in the other hand, in the deck and facedown, except those seen earlier in this battle."""
    del game
    if state.table.phase != "battle":
        return ()
    seen = {
        part for event in this_battle(events_for(state.log, seat)) for part in event if isinstance(part, str)
    }
    step = state.table.todo[0]
    top = state.deck[:1] if step.kind == "reinforce" and step.seat == seat else ()
    facedown = [
        lying.card
        for sides in state.table.field.stacks
        for lying in sides[1 - seat]
        if not known(lying) and lying.card
    ]
    hidden = dict.fromkeys([*state.hands[1 - seat], *state.deck[len(top) :], *facedown])
    return tuple(card for card in hidden if card not in seen)
