"""Goofspiel under other names."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BIDDING_STORIES
from agonist.kit.skins import Skins

SKINS: Final = Skins(
    {
        "Goofspiel": "{title}",
        "bid": "cast",
        "prize": "{prize}",
        "card": "{card}",
    },
    BIDDING_STORIES,
)
