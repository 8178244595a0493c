"""Colonel Blotto under other names."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BIDDING_STORIES
from agonist.kit.skins import Skins

SKINS: Final = Skins(
    {
        "Colonel Blotto": "{title}",
        "soldier": "{soldier}",
        "field": "{field}",
    },
    BIDDING_STORIES,
)
