"""The cards of Pit: suits of nine, Bull and Bear; which can be traded together, and what a hand is worth."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final, TypeAlias

Card: TypeAlias = str
Cards: TypeAlias = tuple[Card, ...]

VALUES: Final = {
    "wheat": 100,
    "barley": 85,
    "corn": 75,
    "soybeans": 55,
    "coffee": 80,
    "sugar": 65,
    "oats": 60,
    "oranges": 50,
}
"""What a corner of each suit is worth. As many suits are in play as there are players, from the first on."""

SUIT: Final = 9
"""Cards of a suit."""

MOST: Final = 4
"""Cards that can be traded at once."""

BULL: Final = "Bull"
BEAR: Final = "Bear"
PENALTY: Final = 20
"""Points lost for a Bear, and for a Bull, at the end of a hand."""

_ORDER: Final = {card: place for place, card in enumerate((*VALUES, BULL, BEAR))}


def in_order(cards: Cards) -> Cards:
    """Cards by suit, then Bull and Bear."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


@lru_cache(maxsize=4096)
def bundles(hand: Cards) -> tuple[Cards, ...]:
    """Every offer that a hand allows: one to four cards of one suit, Bull and Bear alone, together or along.

    >>> bundles(("corn", "corn", "Bull"))
    (('Bull',), ('corn',), ('corn', 'Bull'), ('corn', 'corn'), ('corn', 'corn', 'Bull'))
    """
    held = Counter(hand)
    bull, bear = ((card,) if held[card] else () for card in (BULL, BEAR))
    animals = tuple(dict.fromkeys(((), bull, bear, bull + bear)))
    suited = [(suit,) * n for suit in VALUES for n in range(1, held[suit] + 1)]
    every = [cards + extra for cards in ((), *suited) for extra in animals]
    return tuple(cards for cards in every if 1 <= len(cards) <= MOST)


def best_suit(hand: Cards) -> tuple[str, int]:
    """The suit of which a hand has most, and how many.

    >>> best_suit(("corn", "corn", "oats", "Bull"))
    ('corn', 2)
    """
    held = Counter(card for card in hand if card in VALUES)
    return max(((suit, held[suit]) for suit in VALUES), key=lambda item: item[1])


def corner(hand: Cards, needed: int = SUIT) -> int:
    """What a hand is worth if it is declared now; 0 if it is no corner.

    A suit complete, or all but one with the Bull for it; with the Bull beside a complete suit, twice as much.
    Who holds the Bear cannot corner.
    """
    suit, count = best_suit(hand)
    bull = BULL in hand
    if BEAR in hand or count + bull < needed:
        return 0
    return VALUES[suit] * (2 if bull and count >= needed else 1)


def penalty(hand: Cards, *, won: bool) -> int:
    """The points lost with a hand when someone has cornered: for the Bear, and for the Bull unless it won."""
    return PENALTY * (BEAR in hand) + PENALTY * (BULL in hand and not won)
