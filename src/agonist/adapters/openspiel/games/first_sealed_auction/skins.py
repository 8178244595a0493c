"""The first-price auction under other names."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BIDDING_STORIES
from agonist.kit.skins import Skins

SKINS: Final = Skins(
    {
        "bid": "cast",
        "bidder": "caster",
        "bidding": "casting",
        "auction": "draft",
        "sealed-bid": "sealed-cast",
        "thing": "{prize}",
        "value": "gauge",
    },
    BIDDING_STORIES,
)
