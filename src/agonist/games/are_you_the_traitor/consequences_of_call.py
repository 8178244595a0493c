"""The consequences of a call: treasure for the side that was right, rings, and declarations."""

from __future__ import annotations

from dataclasses import replace

from agonist.core import Seat, add_event
from agonist.games.are_you_the_traitor.state import (
    POINTS_TO_WIN,
    RING,
    SEEKS,
    SIDE,
    STATUE,
    Hand,
    Side,
    State,
    points,
)


def judge(state: State, caller: Seat, target: Seat) -> State:
    """Judge a call: all roles are shown, and a right call pays the caller's side, a wrong one the other."""
    role = state.roles[caller]
    right = SEEKS[role] == state.roles[target]
    side: Side = SIDE[role] if right else other(SIDE[role])
    log = add_event(state.log, "result", caller, target, right, side, state.roles)
    return pay(replace(state, stops=(), caller=None, log=log), side)


def other(side: Side) -> Side:
    return "Evil" if side == "Good" else "Good"


def pay(state: State, side: Side) -> State:
    """Each member of the side draws one card, as far as there are cards."""
    winners = tuple(seat for seat, role in enumerate(state.roles) if SIDE[role] == side)
    drawn = dict(zip(winners, state.deck, strict=False))
    log = add_event(state.log, "draw", tuple(drawn), winners[len(drawn) :])
    for seat, card in drawn.items():
        log = add_event(log, "treasure", card, to=(seat,))
    hands = tuple((*hand, drawn[seat]) if seat in drawn else hand for seat, hand in enumerate(state.hands))
    return replace(state, hands=hands, deck=state.deck[len(drawn) :], phase="counting", log=log)


def victims(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The seats from which a ring can take a card: all others that have one and have not declared."""
    return tuple(s for s, hand in enumerate(state.hands) if s not in (seat, *state.declared) and hand)


def has_ring(state: State, seat: Seat) -> bool:
    """Whether this player has a ring, somebody to use it on, and has not declared."""
    return seat not in state.declared and RING in state.hands[seat] and bool(victims(state, seat))


def has_enough(state: State, seat: Seat) -> bool:
    """Whether this player may declare."""
    return seat not in state.declared and points(state.hands[seat]) >= POINTS_TO_WIN


def loot(hand: Hand) -> Hand:
    """The cards that a ring can take from a hand: a statue, if there is one; else any card.

    >>> loot(("bag of gold", "gilded statue")), loot(("bag of gold", "magic ring"))
    (('gilded statue',), ('bag of gold', 'magic ring'))
    """
    return (STATUE,) if STATUE in hand else hand


def steal(state: State, card: str) -> State:
    """The state after the ring of the first act took this card; the ring is used up."""
    (user, victim), *rest = state.acts
    assert victim is not None
    hands = list(state.hands)
    hands[user] = (*without(hands[user], RING), card)
    hands[victim] = without(state.hands[victim], card)
    log = add_event(state.log, "ring", user, victim)
    log = add_event(log, "stolen", victim, user, card, to=(user, victim))
    return replace(state, hands=tuple(hands), acts=tuple(rest), log=log)


def until_a_ring(state: State) -> State:
    """Resolve declarations in order, up to the first ring that takes a card.

    Acts that have become impossible are dropped, and only the player is told.

    A ring that comes before a declaration may have taken the points that it needs (ruling 36); a declaration
    that comes before a ring saves the treasure.
    """
    while state.acts:
        (seat, victim), *rest = state.acts
        if victim is not None and has_ring(state, seat) and victim in victims(state, seat):
            return state
        if victim is None and has_enough(state, seat):
            log = add_event(state.log, "declares", seat, points(state.hands[seat]))
            state = replace(state, declared=(*state.declared, seat), log=log)
        else:
            state = replace(state, log=add_event(state.log, "dropped", victim, to=(seat,)))
        state = replace(state, acts=tuple(rest))
    return state


def without(hand: Hand, card: str) -> Hand:
    """A hand without one card."""
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])


def winners(state: State) -> tuple[Seat, ...]:
    """The seats with most points among those that declared, or among all if nobody did; several if tied."""
    totals = {seat: points(state.hands[seat]) for seat in state.declared or range(len(state.hands))}
    return tuple(seat for seat, total in sorted(totals.items()) if total == max(totals.values()))
