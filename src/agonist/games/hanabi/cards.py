"""The cards: a colour and a rank, such as `R1` for the red one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = str

COLORS: Final = "RYGWB"
RANKS: Final = "12345"
COLOR_NAMES: Final = {"R": "red", "Y": "yellow", "G": "green", "W": "white", "B": "blue"}


def place_of(rank: int, top: int, *, down: bool = False) -> int:
    """The place of a rank in a firework, from 1 on: the lowest rank is first, or the top one if `down`.

    Also the rank at a place.

    >>> [place_of(rank, 5, down=True) for rank in range(1, 6)]
    [5, 4, 3, 2, 1]
    """
    return top + 1 - rank if down else rank


def copies(rank: int, top: int, *, down: bool = False) -> int:
    """The number of copies of a card of this rank: three of a firework's first rank, one of its last, two of
    the others.

    >>> [copies(rank, 5) for rank in range(1, 6)]
    [3, 2, 2, 2, 1]
    """
    place = place_of(rank, top, down=down)
    return 3 if place == 1 else 1 if place == top else 2


def pack(colors: int, ranks: int, *, down: bool = False) -> tuple[Card, ...]:
    """All cards of the first colours and ranks.

    >>> pack(1, 3)
    ('R1', 'R1', 'R1', 'R2', 'R2', 'R3')
    """
    return tuple(
        f"{color}{rank}"
        for color in COLORS[:colors]
        for rank in range(1, ranks + 1)
        for _ in range(copies(rank, ranks, down=down))
    )


def in_words(card: Card) -> str:
    """A card in words.

    >>> in_words("Y3")
    'yellow 3'
    """
    return f"{COLOR_NAMES[card[0]]} {card[1]}"


def short(card: Card) -> str:
    """A card in a picture: a hair space keeps its colour a word of its own, which can have other names."""
    return "\u200a".join(card)


def sorted_cards(cards: Iterable[Card]) -> list[Card]:
    """Cards by colour, then by rank."""
    return sorted(cards, key=lambda card: (COLORS.index(card[0]), card[1]))
