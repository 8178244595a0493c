"""What follows a call: treasure for the side that was right, rings, and whether somebody has enough."""

from __future__ import annotations

from dataclasses import replace

from agonist.core import Seat, tell
from agonist.games.are_you_the_traitor.table import (
    ENOUGH,
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
    """Everyone shows their role; a right call pays the caller's side, a wrong one the other."""
    role = state.roles[caller]
    right = SEEKS[role] == state.roles[target]
    side: Side = SIDE[role] if right else other(SIDE[role])
    log = tell(state.log, "result", caller, target, right, side, state.roles)
    return pay(replace(state, stops=(), caller=None, log=log), side)


def other(side: Side) -> Side:
    return "Evil" if side == "Good" else "Good"


def pay(state: State, side: Side) -> State:
    """Each member of the side draws one card, as far as there are cards."""
    winners = tuple(seat for seat, role in enumerate(state.roles) if SIDE[role] == side)
    drawn = dict(zip(winners, state.deck, strict=False))
    log = tell(state.log, "draw", tuple(drawn))
    for seat, card in drawn.items():
        log = tell(log, "treasure", card, to=(seat,))
    hands = tuple((*hand, drawn[seat]) if seat in drawn else hand for seat, hand in enumerate(state.hands))
    return replace(state, hands=hands, deck=state.deck[len(drawn) :], phase="rings", log=log)


def victims(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Whom a ring can take a card from: all others who have one."""
    return tuple(s for s, hand in enumerate(state.hands) if s != seat and hand)


def ringbearers(state: State) -> tuple[Seat, ...]:
    """Those who may use a ring."""
    return tuple(s for s, hand in enumerate(state.hands) if RING in hand and victims(state, s))


def loot(hand: Hand) -> Hand:
    """What a ring can take from a hand: a statue, if there is one; else any card.

    >>> loot(("bag of gold", "gilded statue")), loot(("bag of gold", "magic ring"))
    (('gilded statue',), ('bag of gold', 'magic ring'))
    """
    return (STATUE,) if STATUE in hand else hand


def can_be_used(state: State, ring: tuple[Seat, Seat]) -> bool:
    """Whether this ring is still there, and its victim still has a card."""
    user, victim = ring
    return RING in state.hands[user] and bool(state.hands[victim])


def steal(state: State, card: str) -> State:
    """The first ring takes this card; the ring and its point are gone."""
    (user, victim), *rest = state.rings
    hands = list(state.hands)
    hands[user] = (*without(hands[user], RING), card)
    hands[victim] = without(state.hands[victim], card)
    log = tell(state.log, "ring", user, victim)
    log = tell(log, "stolen", victim, user, card, to=(user, victim))
    return replace(state, hands=tuple(hands), rings=tuple(rest), log=log)


def without(hand: Hand, card: str) -> Hand:
    """A hand less one card."""
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])


def somebody_has_enough(state: State) -> bool:
    return any(points(hand) >= ENOUGH for hand in state.hands)


def winners(state: State) -> tuple[Seat, ...]:
    """Those who have most, several if they have as much."""
    totals = [points(hand) for hand in state.hands]
    return tuple(seat for seat, total in enumerate(totals) if total == max(totals))
