"""Liar's Dice as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.liars_dice.rules import LiarsDice, View
from agonist.kit.arrays import Array, Arrays, hot, one_hot


class LiarsDiceArrays(Arrays[LiarsDice, View]):
    def shapes(self, game: LiarsDice) -> Mapping[str, Array]:
        """`dice`: a row for each own die, in ascending order, with a one at its face, as OpenSpiel's.
        `bid`: by number of dice and face, a one at the last bid of this hand. `seats`: a row with a one
        at its bidder, and one with the dice left by seat. `bids`: by seat, number and face, all bids of
        this hand.
        """
        seats, most = game.seats, game.seats * game.dice
        return {
            "dice": Array((game.dice, game.faces)),
            "bid": Array((most, game.faces)),
            "seats": Array((2, seats), game.dice),
            "bids": Array((seats, most, game.faces)),
        }

    def values(self, game: LiarsDice, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        faces, whole = game.faces, game.seats * game.dice * game.faces
        bids = bytearray(game.seats * whole)
        for event in reversed(view.log):
            if event[0] != "bid":
                break
            _, bidder, number, face = event
            bids[whole * bidder + faces * (number - 1) + face - 1] = 1
        last = None if view.bid is None else faces * (view.bid[0] - 1) + view.bid[1] - 1
        return {
            "dice": hot((faces * n + die - 1 for n, die in enumerate(view.cup)), game.dice * faces),
            "bid": one_hot(last, whole),
            "seats": one_hot(view.bidder, game.seats) + bytes(view.dice_left),
            "bids": bids,
        }


ARRAYS: Final = LiarsDiceArrays()
