"""Bids in equilibrium."""

from __future__ import annotations

from random import Random

from agonist.core import Ask
from agonist.games.sealed_bid_auction.rules import SealedBidAuction, View


def equilibrium(game: SealedBidAuction, view: View, ask: Ask, rng: Random) -> int:
    """With the second price, the valuation itself, which is dominant; with the first price, the expected
    second highest of N valuations if the bidder's is the highest, low + (v - low) (N - 1) / N.

    That is the equilibrium for independent uniform valuations (Vickrey, 1961), rounded down to a whole bid.
    On the grid, where all valuations differ, it is approximate.
    """
    del ask, rng
    assert view.valuation is not None
    if game.price == "second":
        return view.valuation
    return game.low + (view.valuation - game.low) * (game.seats - 1) // game.seats
