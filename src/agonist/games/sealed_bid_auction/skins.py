"""The sealed-bid auction under other names, and with the price that the next bidder sets."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

SKINS: Final = Skins(
    words={
        "Sealed-Bid Auction": "{title}",
        "sealed-bid auctions": "rounds of {title}",
        "bidders": "{buyer}s",
        "item": "{thing}",
        "valuation": "{worth}",
        "valuations": "{worth}s",
        "bid": "{offer}",
        "bids": "{offer}s",
        "you bid": "you {offer}ed",
        "do you bid": "do you {offer}",
    },
    stories=(
        Story(
            "Carriers compete for freight. Each slip of paper goes into a box.",
            {
                "title": "Slips Freight",
                "buyer": "carrier shipper",
                "thing": "berth load",
                "worth": "estimate",
                "offer": "tender",
            },
        ),
        Story(
            "Bakers compete for stalls. Each writes a figure on a card, which lies face down.",
            {
                "title": "Cards Stalls",
                "buyer": "baker grocer",
                "thing": "stall booth",
                "worth": "forecast",
                "offer": "tender",
            },
        ),
        Story(
            "Painters compete for walls. Each puts a figure into an envelope.",
            {
                "title": "Envelopes",
                "buyer": "painter",
                "thing": "wall",
                "worth": "benefit",
                "offer": "tender",
            },
        ),
    ),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "the winner pays the second-highest bid, so that to bid the valuation is dominant",
        lambda _rng, _game: {"price": "second"},
    ),
)
