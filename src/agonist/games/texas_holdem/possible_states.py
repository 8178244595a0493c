"""States that fit a view: the other's cards, as far as they were not shown, are drawn again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any

from agonist.core import Event, Log, Seat, Shuffle, add_event, events_for
from agonist.games.texas_holdem.cards import DECK, Card, from_high, in_words, without
from agonist.games.texas_holdem.rules import DEALT, State, TexasHoldem, View


def hands_of(log: Sequence[Event]) -> list[list[Event]]:
    """The events of each hand."""
    hands: list[list[Event]] = []
    for event in log:
        if event[0] == "hand":
            hands.append([])
        hands[-1].append(event)
    return hands


def sample_state(game: TexasHoldem, view: View, rng: Random) -> State:
    """A state with this view: cards that were not shown are sampled from the rest of the deck."""
    del game
    log: Log = ()
    hole: tuple[tuple[Card, ...], ...] = ((), ())
    for events in hands_of(view.log):
        hole = _imagined(events, view.seat, rng)
        for event in events:
            if event[0] != "hole":
                log = add_event(log, *event)
            if event[0] == "hand":
                for seat in (0, 1):
                    log = add_event(log, "hole", hole[seat], to=[seat])
    return State(view.table, ((), ()) if view.table.stage == "hole" else hole, log)


def _imagined(events: Sequence[Event], seat: Seat | None, rng: Random) -> tuple[tuple[Card, ...], ...]:
    """The hole cards of one hand; those that the seat has seen are kept."""
    hole: list[tuple[Card, ...]] = [(), ()]
    board: list[Card] = []
    for event in events:
        match event:
            case ("hole", cards) if seat is not None:
                hole[seat] = cards
            case ("showdown", made):
                hole = [cards for cards, _ in made]
            case (street, cards) if street in DEALT:
                board += cards
    for owner in (0, 1):
        rest = without(chain(board, *hole))
        hole[owner] = hole[owner] or from_high(Shuffle(rest, 2).sample(rng))
    return tuple(hole)


def secrets(game: TexasHoldem, state: State, seat: Seat) -> tuple[str, ...]:
    """The other's cards in words, except those that this seat has seen in this or an earlier hand."""
    del game
    seen = set(_cards(events_for(state.log, seat)))
    return tuple(
        in_words(card) for card in dict.fromkeys(_cards(events_for(state.log, 1 - seat))) if card not in seen
    )


def _cards(value: Any) -> Iterator[Card]:
    """Every card in one or more events."""
    if isinstance(value, tuple):
        for part in value:
            yield from _cards(part)
    elif value in DECK:
        yield value
