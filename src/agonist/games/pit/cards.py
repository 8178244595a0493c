"""The cards of Pit (suits of nine, Bull and Bear), the bundles that can be traded, and the value of a
hand."""

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
"""The value of a corner of each suit. There are as many suits in play as players, from the first on."""

SUIT: Final = 9
"""The number of cards of a suit."""

MOST_CARDS_TRADED: Final = 4
"""The most cards that can be traded at once."""

BULL: Final = "Bull"
BEAR: Final = "Bear"
OTHER: Final = {BULL: BEAR, BEAR: BULL}
PENALTY: Final = 20
"""Points lost for a Bear, and for a Bull, at the end of a hand, unless it won."""

_ORDER: Final = {card: place for place, card in enumerate((*VALUES, BULL, BEAR))}


def in_order(cards: Cards) -> Cards:
    """Cards by suit, then Bull and Bear."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


@lru_cache(maxsize=4096)
def bundles(hand: Cards) -> tuple[Cards, ...]:
    """Every offer that a hand allows: one to four cards of one suit, and Bull or Bear or both, alone or with
    a suit.

    >>> bundles(("corn", "corn", "Bull"))
    (('Bull',), ('corn',), ('corn', 'Bull'), ('corn', 'corn'), ('corn', 'corn', 'Bull'))
    """
    held = Counter(hand)
    bull, bear = ((card,) if held[card] else () for card in (BULL, BEAR))
    animals = tuple(dict.fromkeys(((), bull, bear, bull + bear)))
    suited = [(suit,) * n for suit in VALUES for n in range(1, held[suit] + 1)]
    every = [cards + extra for cards in ((), *suited) for extra in animals]
    return tuple(cards for cards in every if 1 <= len(cards) <= MOST_CARDS_TRADED)


def best_corner(hand: Cards, needed: int = SUIT, wild: Card = BULL) -> tuple[str, int]:
    """The suit of the most valuable corner in a hand, and its points; `("", 0)` if there is none.

    A corner is a suit complete, or all but one card of it and the wild card, usually the Bull; with that
    beside a complete suit, it counts twice. A hand with the other one has no corner. With `needed` up to 5
    there can be two corners.

    >>> best_corner(("wheat",) * 4 + ("soybeans",) * 5, 4), best_corner(("corn", "Bull"), 4)
    (('wheat', 100), ('', 0))
    """
    held, helped = Counter(hand), wild in hand
    if OTHER[wild] in hand:
        return "", 0
    found = [
        (suit, value * (2 if helped and held[suit] >= needed else 1))
        for suit, value in VALUES.items()
        if held[suit] + helped >= needed
    ]
    return max(found, key=lambda corner: corner[1], default=("", 0))


def corner(hand: Cards, needed: int = SUIT, wild: Card = BULL) -> int:
    """The points of a hand that is declared now; 0 if it has no corner."""
    return best_corner(hand, needed, wild)[1]


def penalty(hand: Cards, *, won: bool) -> int:
    """The points lost with a hand when someone has cornered: for the Bear and for the Bull, unless it won."""
    return 0 if won else PENALTY * ((BEAR in hand) + (BULL in hand))
