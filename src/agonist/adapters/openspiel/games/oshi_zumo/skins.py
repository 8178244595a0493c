"""Oshi-Zumo under other names."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BIDDING_STORIES
from agonist.kit.skins import Skins

SKINS: Final = Skins(
    {
        "Oshi-Zumo": "{title}",
        "bid": "cast",
        "wrestler": "sledge",
        "W": "S",
        "coin": "{coin}",
    },
    BIDDING_STORIES,
)
