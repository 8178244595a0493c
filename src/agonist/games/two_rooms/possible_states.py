"""States that fit a view."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from agonist.core import Ask, Choice, Event, Form, Log, Menu, Seat, add_event
from agonist.core.random_choice import one_of
from agonist.games.two_rooms.rules import TwoRooms
from agonist.games.two_rooms.state import COLOUR, Card, State, View, deck, room_of

PUBLIC = ("rooms", "round", "leads", "exchange", "over")
"""Events that everyone observes, bystanders too."""


def sample_state(game: TwoRooms, view: View, rng: Random) -> State:
    """A state with this view: cards that the seat has not seen are dealt again."""
    inside = view.rooms[room_of(view.rooms, view.seat)] if view.rooms and view.seat is not None else ()
    votes = dict(view.votes)
    return State(
        phase=view.phase,
        cards=deal(game.seats, known_cards(view), rng) if view.card else (),
        rooms=view.rooms,
        leaders=view.leaders,
        round=view.round,
        tick=view.tick,
        spent=tuple(view.spent if seat == view.seat else 0 for seat in range(game.seats)),
        votes=tuple(votes.get(seat) for seat in range(game.seats)),
        offers=view.offers,
        heirs=tuple(view.heir if room == inside else None for room in view.rooms) or (None, None),
        barred=view.barred,
        drawing=view.drawing,
        question=view.question,
        asked=view.asked,
        hostages=_hostages(view, inside, rng),
        log=_log(view),
    )


def known_cards(view: View) -> Mapping[Seat, str]:
    """The cards, or at least colours, that this seat has seen, including its own."""
    known: dict[Seat, str] = {}
    for event in view.log:
        match event:
            case ("over", cards):
                return dict(enumerate(cards))
            case ("sees" | "reveals", int(seat), what) if known.get(seat) not in COLOUR:
                known[seat] = what
    if view.seat is not None and view.card:
        known[view.seat] = view.card
    return known


def deal(seats: int, known: Mapping[Seat, str], rng: Random) -> tuple[Card, ...]:
    """Cards for all that do not contradict what is known."""
    rest = list(deck(seats))
    dealt: dict[Seat, Card] = {}
    for seat, what in sorted(known.items(), key=lambda item: item[1] not in COLOUR):
        fitting = [card for card in rest if what in (card, COLOUR[card])]
        dealt[seat] = one_of(fitting, rng)
        rest.remove(dealt[seat])
    for seat in range(seats):
        if seat not in dealt:
            dealt[seat] = rest.pop(int(rng.random() * len(rest)))
    return tuple(dealt[seat] for seat in range(seats))


def _hostages(view: View, inside: tuple[Seat, ...], rng: Random) -> tuple[Seat, ...]:
    if view.phase != "parley":
        return ()
    named = []
    for room, leader in zip(view.rooms, view.leaders, strict=True):
        others = [seat for seat in room if seat != leader]
        guess = one_of(others, rng)
        named.append(view.hostage if room == inside and view.hostage is not None else guess)
    return tuple(named)


def _log(view: View) -> Log:
    log: Log = ()
    for event in view.log:
        log = (
            add_event(log, *event)
            if _public(event)
            else add_event(log, *event, to=() if view.seat is None else [view.seat])
        )
    return log


def _public(event: Event) -> bool:
    return event[0] in PUBLIC


def secrets(game: TwoRooms, state: State, seat: Seat) -> tuple[str, ...]:
    """Who the President and the Bomber are, for seats that have not seen their cards."""
    if not state.cards or state.phase == "over":
        return ()
    known = known_cards(game.observe(state, seat))
    return tuple(
        f"Player {other + 1}: {card}"
        for other, card in enumerate(state.cards)
        if card in ("President", "Bomber") and known.get(other) != card
    )


def passes(view: View, ask: Ask) -> Any:
    """Waits or says nothing; if it must name somebody, it names the first."""
    match ask:
        case Menu():
            return ("wait",)
        case Choice():
            return ask.choices[0]
        case Form():
            to = dict(ask.parts)["to"]
            assert isinstance(to, Choice)
            return (to.choices[0], "…")
    return "" if view.phase == "parley" else "…"
