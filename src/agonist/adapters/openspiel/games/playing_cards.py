"""Playing cards in words, and what else people write for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

RANKS: Final = {"A": "ace", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SIGNS: Final = {"C": "♣♧", "D": "♦♢", "H": "♥♡", "S": "♠♤"}

UPWARDS: Final = "23456789TJQKA"
"""Ranks from the lowest to the highest, in most games."""

FACES: Final = ("jack", "queen", "king", "ace")


def rank_name(rank: int, ranks: int) -> str:
    """The name of a rank, from 0, in a small deck: of up to four ranks a face, of more its number from 1.

    >>> rank_name(2, ranks=3), rank_name(2, ranks=6)
    ('king', '3')
    """
    return FACES[rank] if ranks <= len(FACES) else str(rank + 1)


def letters(card: int) -> tuple[str, str]:
    """The rank and the suit of a card in a deck that is numbered from the lowest rank, by suits in each rank.

    >>> letters(0), letters(51)
    (('2', 'C'), ('A', 'S'))
    """
    return UPWARDS[card // len(SUITS)], [*SUITS][card % len(SUITS)]


def by_suits(cards: Iterable[int]) -> str:
    """Cards of such a deck in words, suit by suit.

    >>> by_suits([50, 0, 4])
    'clubs: 2, 3; hearts: ace'
    """
    suits: dict[str, list[str]] = {}
    for card in sorted(cards, key=lambda each: (each % len(SUITS), each)):
        rank, suit = letters(card)
        suits.setdefault(SUITS[suit], []).append(RANKS.get(rank, rank))
    return "; ".join(f"{suit}: {', '.join(ranks)}" for suit, ranks in suits.items()) or "none"


def spelled(rank: str, suit: str) -> str:
    """A card by its letters.

    >>> spelled("T", "H"), spelled("K", "S")
    ('10 of hearts', 'king of spades')
    """
    return f"{RANKS.get(rank, rank)} of {SUITS[suit]}"


def other_names(rank: str, suit: str) -> Sequence[str]:
    """A card as people also write it: by letters and signs.

    >>> other_names("T", "H")
    ['TH', '10H', 'T♥', '10♥', 'T♡', '10♡', '10 hearts', '10 of ♥']
    """
    ranks = ["T", "10"] if rank == "T" else [rank]
    letters = [f"{each}{mark}" for mark in (suit, *SIGNS[suit]) for each in ranks]
    return [*letters, f"{RANKS.get(rank, rank)} {SUITS[suit]}", f"{ranks[-1]} of {SIGNS[suit][0]}"]


def listed(names: Iterable[str], nothing: str = "none") -> str:
    """Names with commas between them."""
    return ", ".join(names) or nothing
