"""Crazy Eights under other names."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BY_LETTERS, CARD_STORIES, CARDS
from agonist.kit.skins import Skins

SKINS: Final = Skins(
    {
        "Crazy Eights": "{title}",
        **CARDS,
        "dealer": "{dealer}",
    },
    CARD_STORIES,
    BY_LETTERS,
)
