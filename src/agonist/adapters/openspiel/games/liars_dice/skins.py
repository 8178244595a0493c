"""OpenSpiel's Liar's Dice under other names."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BIDDING_STORIES
from agonist.kit.skins import Skins

SKINS: Final = Skins(
    {
        "Liar's Dice": "{title}",
        "bid": "cast",
        "liar": "humbug",
        "die": "{coin}",
        "dice": "{coin}s",
        "cup": "hood",
    },
    BIDDING_STORIES,
    frozenset({"call", "call the bluff", "challenge", "dudo"}),
)
