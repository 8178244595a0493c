"""A player of euchre that counts trumps and aces."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from agonist.adapters.openspiel.games.euchre.seat_knowledge import (
    ACE,
    ALONE,
    CARDS,
    CLUBS,
    PASS,
    SEATS,
    SPADES,
    TOGETHER,
    Hand,
    power,
    suit_of,
)
from agonist.core import Ask

ENOUGH: Final = 3.5
"""The strength with which trumps are named: each is worth 1, a jack half more; other aces a half."""
ALL: Final = 5.0
"""The strength with which it plays alone."""


def by_trumps(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """Name trumps that are strong enough; then win tricks as cheaply as can be, but not from the partner."""
    del game, rng
    hand: Hand = view.facts
    legal = [int(action) for action in ask.options() or ()]
    if hand.going:
        return ALONE if strength(hand.hand, hand.trumps or 0) >= ALL else TOGETHER
    named = [action for action in legal if CLUBS <= action <= SPADES]
    if named:
        return _bid(hand, view.seat, named, PASS in legal)
    if hand.discarding:
        return min(legal, key=lambda card: power(card, hand.trumps))
    return _card(hand, view.seat, [card for card in legal if card < CARDS])


def strength(cards: tuple[int, ...], trumps: int) -> float:
    """What a hand is worth with these trumps."""
    mine = [power(card, trumps) for card in cards if suit_of(card, trumps) == trumps]
    aces = sum(card // SEATS == ACE and suit_of(card, trumps) != trumps for card in cards)
    return len(mine) + sum(each > 10 + ACE for each in mine) / 2 + aces / 2


def _bid(hand: Hand, seat: int, named: list[int], may_pass: bool) -> int:
    def worth(action: int) -> float:
        own = strength(hand.hand, action - CLUBS)
        if len(hand.bids) >= SEATS or hand.dealer is None:
            return own
        return own + (1 if seat % 2 == hand.dealer % 2 else -1)  # whose side the upcard comes to

    best = max(named, key=worth)
    return best if worth(best) >= ENOUGH or not may_pass else PASS


def _card(hand: Hand, seat: int, legal: list[int]) -> int:
    def order(card: int) -> int:
        return power(card, hand.trumps)

    if not hand.tricks or len(hand.tricks[-1].cards) == hand.size:
        return max(legal, key=order)
    trick = hand.tricks[-1]
    led = suit_of(trick.cards[0][1], hand.trumps)
    best = next(card for who, card in trick.cards if who == trick.winner)
    winning = [
        card
        for card in legal
        if suit_of(card, hand.trumps) in (led, hand.trumps)
        and order(card) > order(best)
        # an off suit's card beats only its own
        and (suit_of(card, hand.trumps) == hand.trumps or suit_of(best, hand.trumps) != hand.trumps)
    ]
    if trick.winner == (seat + 2) % SEATS or not winning:
        return min(legal, key=order)
    return min(winning, key=order)
