"""The sealed-bid auction as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.sealed_bid_auction.rules import SealedBidAuction, View
from agonist.kit.arrays import Array, Arrays, history, rounds_so_far


class SealedBidAuctionArrays(Arrays[SealedBidAuction, View]):
    def shapes(self, game: SealedBidAuction) -> Mapping[str, Array]:
        """`history`, of each round: the highest bid, the price, the own valuation and bid, whether it
        won, the gain. `valuation`: of this round's item to the seat, -1 before it is drawn.
        """
        valuation = {"valuation": Array((1,), game.high, -1)}
        return history(game.rounds, 6, game.high, -game.high) | valuation

    def values(self, game: SealedBidAuction, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        rows: list[int] = []
        valuation = -1
        for event in view.log:
            match event[0]:
                case "valuation":
                    valuation = event[2]
                case "result":
                    rows += event[2:]
                case _:
                    rows += event[1:]
                    valuation = -1
        return rounds_so_far(rows, game.rounds, 6) | {"valuation": (valuation,)}


ARRAYS: Final = SealedBidAuctionArrays()
