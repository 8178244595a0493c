"""The deck, cards in words, and the rank of seven cards.

A card is its rank and its suit, such as `As` or `Td`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from phevaluator import evaluate_cards

Card: TypeAlias = str

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK: Final[tuple[Card, ...]] = tuple(rank + suit for rank in RANKS for suit in SUITS)

RANK_NAMES: Final = (
    *("Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"),
    *("Ten", "Jack", "Queen", "King", "Ace"),
)
SUIT_NAMES: Final = ("Clubs", "Diamonds", "Hearts", "Spades")

_WEAKEST: Final = (
    (10, "a straight flush"),
    (166, "four of a kind"),
    (322, "a full house"),
    (1599, "a flush"),
    (1609, "a straight"),
    (2467, "three of a kind"),
    (3325, "two pair"),
    (6185, "one pair"),
    (7462, "a high card"),
)
"""The weakest rank of each category, from 1 for a royal flush to 7,462 for seven high."""


def in_words(card: Card) -> str:
    """A card in words.

    >>> in_words("Td")
    'Ten of Diamonds'
    """
    return f"{RANK_NAMES[RANKS.index(card[0])]} of {SUIT_NAMES[SUITS.index(card[1])]}"


def from_high(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards from ace to two, spades first within a rank.

    >>> from_high(["2c", "Ah", "Td", "As"])
    ('As', 'Ah', 'Td', '2c')
    """
    return tuple(sorted(cards, key=DECK.index, reverse=True))


def without(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The deck without these cards."""
    gone = set(cards)
    return tuple(card for card in DECK if card not in gone)


def place(cards: Sequence[Card]) -> int:
    """The rank of the best five of five to seven cards among all hands: 1 is the best, 7,462 the worst."""
    return int(evaluate_cards(*map(DECK.index, cards)))


def made_hand(cards: Sequence[Card]) -> str:
    """The category of the best five of five to seven cards.

    >>> made_hand(["As", "Ah", "Kd", "Kc", "2s", "3h", "7d"])
    'two pair'
    """
    worth = place(cards)
    return next(name for weakest, name in _WEAKEST if worth <= weakest)
