"""The auction as a picture."""

from __future__ import annotations

from agonist.core import Ask
from agonist.games.sealed_bid_auction.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import rounds_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """What is known of the last rounds."""
    del ask
    results = [event[1:] for event in view.log if event[0] == "result"]
    mine = [event[1:] for event in view.log if event[0] == "own"]
    lines = [
        ("your valuation", {event[1]: str(event[2]) for event in view.log if event[0] == "valuation"}),
        ("your bid", {number: str(bid) for number, (_, bid, _, _) in enumerate(mine, start=1)}),
        ("highest bid", {number: str(highest) for number, highest, _ in results}),
        ("price", {number: str(price) for number, _, price in results}),
        ("your gain", {number: str(gain) for number, (*_, gain) in enumerate(mine, start=1)}),
    ]
    return rounds_picture("Sealed-Bid Auction", lines, view.seat)
