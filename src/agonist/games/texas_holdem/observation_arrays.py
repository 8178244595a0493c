"""Texas hold'em as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.texas_holdem.cards import DECK
from agonist.games.texas_holdem.rules import TexasHoldem, View
from agonist.kit.arrays import Array, Arrays, hot, one_hot

PLACE: Final = {card: place for place, card in enumerate(DECK)}


class TexasHoldemArrays(Arrays[TexasHoldem, View]):
    def shapes(self, game: TexasHoldem) -> Mapping[str, Array]:
        """`hole`: the own cards, `board`: the community cards, in the order of `DECK`, which is
        OpenSpiel's. `paid`: by seat, the chips in the pot. `dealer`: by seat. `hand`: from 1. `won`: by
        seat, the net chips of the hands that are over.
        """
        most = game.stacks * game.hands
        return {
            "hole": Array((len(DECK),)),
            "board": Array((len(DECK),)),
            "paid": Array((2,), game.stacks),
            "dealer": Array((2,)),
            "hand": Array((1,), game.hands),
            "won": Array((2,), most, -most),
        }

    def values(self, game: TexasHoldem, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        table, cards = view.table, len(DECK)
        won = sum(first for first, _ in table.results)
        return {
            "hole": hot((PLACE[card] for card in view.hole[seat]), cards),
            "board": hot((PLACE[card] for card in table.board), cards),
            "paid": table.paid,
            "dealer": one_hot(table.dealer, 2),
            "hand": (table.hand,),
            "won": (won, -won),
        }


ARRAYS: Final = TexasHoldemArrays()
