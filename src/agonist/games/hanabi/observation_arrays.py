"""Hanabi as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.hanabi.cards import COLORS, RANKS, Card
from agonist.games.hanabi.rules import Hanabi, View
from agonist.kit.arrays import Array, Arrays


class HanabiArrays(Arrays[Hanabi, View]):
    def shapes(self, game: Hanabi) -> Mapping[str, Array]:
        """`hands`: by seat, place and card (colours before ranks, as in OpenSpiel's), a one for each
        card that this seat sees. `colors` and `ranks`: by seat and place, those that the hints leave
        possible. `fireworks`: by colour, the height. `discards`: by card, how many. `numbers`:
        information tokens, lives, cards in the deck.
        """
        seats, each, colors, ranks = game.seats, game.cards_each, game.colors, game.ranks
        deck = len(game.cards)
        return {
            "hands": Array((seats, each, colors * ranks)),
            "colors": Array((seats, each, colors)),
            "ranks": Array((seats, each, ranks)),
            "fireworks": Array((colors,), ranks),
            "discards": Array((colors * ranks,), 3),
            "numbers": Array((3,), max(game.tokens, game.lives, deck)),
        }

    def values(self, game: Hanabi, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        table, each, kinds = view.table, game.cards_each, game.colors * game.ranks
        hands = bytearray(game.seats * each * kinds)
        colors, ranks = bytearray(game.seats * each * game.colors), bytearray(game.seats * each * game.ranks)
        discards = [0] * kinds
        for owner, hand in enumerate(view.hands):
            for place, card in enumerate(hand):
                if card is not None:
                    hands[kinds * (each * owner + place) + number_of(card, game.ranks)] = 1
        for owner, known in enumerate(table.known):
            for place, about in enumerate(known):
                at = each * owner + place
                for color in about.colors:
                    colors[game.colors * at + COLORS.index(color)] = 1
                for rank in about.ranks:
                    ranks[game.ranks * at + RANKS.index(rank)] = 1
        for card in table.discards:
            discards[number_of(card, game.ranks)] += 1
        return {
            "hands": hands,
            "colors": colors,
            "ranks": ranks,
            "fireworks": table.fireworks,
            "discards": discards,
            "numbers": (table.tokens, table.lives, table.deck),
        }


def number_of(card: Card, ranks: int) -> int:
    """The number of a card in a pack with so many ranks.

    >>> number_of("Y3", 5)
    7
    """
    return ranks * COLORS.index(card[0]) + RANKS.index(card[1])


ARRAYS: Final = HanabiArrays()
