"""A player of hearts that avoids tricks."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.adapters.openspiel.games.hearts.seat_knowledge import (
    HEARTS,
    QUEEN_OF_SPADES,
    SEATS,
    SPADES,
    Hand,
    suit_of,
)
from agonist.core import Ask


def ducking(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """The most dangerous card to pass or to throw off; below the highest card of a trick, if possible."""
    del game, rng
    hand: Hand = view.facts
    legal = [int(card) for card in ask.options() or ()]
    if hand.passing:
        return max(legal, key=danger)
    if not hand.tricks or len(hand.tricks[-1].cards) in (0, SEATS):
        return min(legal, key=lambda card: _cost_of_leading(card, hand))
    trick = hand.tricks[-1]
    suit = suit_of(trick.cards[0])
    if suit_of(legal[0]) != suit:
        return max(legal, key=danger)
    highest = max(card for card in trick.cards if suit_of(card) == suit)
    below = [card for card in legal if card < highest]
    if below:
        return max(below, key=danger)
    others = [card for card in legal if card != QUEEN_OF_SPADES] or legal
    harmless = len(trick.cards) == SEATS - 1 and not any(
        suit_of(card) == HEARTS or card == QUEEN_OF_SPADES for card in trick.cards
    )
    return max(others) if harmless else min(others)


def danger(card: int) -> tuple[int, int]:
    """How much a card wants to be rid of: the queen of spades, then what would catch it, then hearts."""
    if card == QUEEN_OF_SPADES:
        return 4, card
    if suit_of(card) == SPADES and card > QUEEN_OF_SPADES:
        return 3, card
    return (2 if suit_of(card) == HEARTS and card > 4 * 8 else 1), card


def _cost_of_leading(card: int, hand: Hand) -> tuple[int, int]:
    risky = suit_of(card) == SPADES and card >= QUEEN_OF_SPADES and QUEEN_OF_SPADES not in hand.played
    return int(risky), card
