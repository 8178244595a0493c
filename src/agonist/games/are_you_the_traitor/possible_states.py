"""States that fit a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

from agonist.core import Ask, Choice, Event, Form, Menu, Seat, log_of
from agonist.games.are_you_the_traitor.rules import AreYouTheTraitor
from agonist.games.are_you_the_traitor.state import (
    RING,
    TREASURE,
    WIZARDS,
    Hand,
    Role,
    State,
    View,
    roles_for,
)

PRIVATE = ("role", "key holder", "traitors", "treasure", "stolen", "dropped")
"""Events that not everyone observes."""


def sample_state(game: AreYouTheTraitor, view: View, rng: Random) -> State:
    """A state with this view: roles and treasure that the seat has not seen are dealt again."""
    deck, hands = _treasure(view, rng)
    return State(
        phase=view.phase,
        deck=deck,
        hands=hands,
        roles=_roles(game, view, rng),
        round=view.round,
        tick=view.tick,
        question=view.question,
        asker=view.asker,
        caller=view.caller,
        declared=view.declared,
        log=log_of(view.log, view.seat, PRIVATE),
    )


def this_round(view: View) -> tuple[Event, ...]:
    """The events since the roles were dealt."""
    starts = [nth for nth, event in enumerate(view.log) if event[0] == "round"]
    return view.log[starts[-1] :] if starts else ()


def known_roles(view: View) -> Mapping[Seat, Role]:
    """The roles of this round that a seat knows for certain."""
    known: dict[Seat, Role] = {}
    for event in this_round(view):
        match event:
            case ("key holder", seat):
                known[seat] = "Key Holder"
            case ("traitors", seats):
                known |= dict.fromkeys(seats, "Traitor")
            case ("result", _, _, _, _, roles):
                return dict(enumerate(roles))
    if view.seat is not None and view.role is not None:
        known[view.seat] = view.role
        if view.role in WIZARDS:
            (other,) = (seat for seat in view.wizards if seat != view.seat)
            known[other] = "Good Wizard" if view.role == "Evil Wizard" else "Evil Wizard"
    return known


def guess_roles(seats: int, view: View, rng: Random) -> tuple[Role, ...]:
    """Roles for all that do not contradict what the seat knows."""
    known = dict(known_roles(view))
    rest = Counter(roles_for(seats)) - Counter(known.values())
    pool: dict[bool, list[Role]] = {
        wizard: [role for role in rest.elements() if (role in WIZARDS) == wizard] for wizard in (True, False)
    }
    for seat in range(seats):
        if seat not in known:
            fitting = pool[seat in view.wizards]
            known[seat] = fitting.pop(int(rng.random() * len(fitting)))
    return tuple(known[seat] for seat in range(seats))


def _roles(game: AreYouTheTraitor, view: View, rng: Random) -> tuple[Role, ...]:
    return guess_roles(game.seats, view, rng) if view.wizards else ()


def _treasure(view: View, rng: Random) -> tuple[Hand, tuple[Hand, ...]]:
    """The rest of the deck and everyone's hand, without used rings and the viewer's cards."""
    used = sum(event[0] == "ring" for event in view.log)
    rest = list((Counter(TREASURE) - Counter(view.hand) - Counter({RING: used})).elements())
    rng.shuffle(rest)
    hands = []
    for seat, count in enumerate(view.cards):
        if seat == view.seat:
            hands.append(view.hand)
            continue
        hands.append(tuple(rest.pop() for _ in range(count)))
    return tuple(rest[: view.left]), tuple(hands)


def secrets(game: AreYouTheTraitor, state: State, seat: Seat) -> tuple[str, ...]:
    """The others' roles, in the words of the end of a round, until that end."""
    if not state.roles or state.phase not in ("talk", "question", "answer", "stops", "call"):
        return ()
    known = known_roles(game.observe(state, seat))
    past = {event[-1] for _, event in state.log if event[0] == "result"}
    return tuple(
        f"Player {other + 1}: {role}"
        for other, role in enumerate(state.roles)
        if other not in known and not any(roles[other] == role for roles in past)
    )


def passes(view: View, ask: Ask) -> Any:
    """Waits or passes; if it must point, at the first seat."""
    match ask:
        case Menu():
            return ("pass",) if view.phase == "counting" else ("wait",)
        case Choice():
            return ask.choices[0]
        case Form():
            to = dict(ask.parts)["to"]
            assert isinstance(to, Choice)
            return (to.choices[0], "…")
    return "…"
