"""Hearts under other names, and with those of its suits exchanged."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BY_LETTERS, CARD_STORIES, CARDS
from agonist.kit.skins import Skins, exchanged

SKINS: Final = Skins(
    {
        "hand of Hearts": "hand of {title}",
        **CARDS,
        "aces are high": "after the 10 come {jack}, {queen}, {king} and {ace}",
        "trick": "basket",
        "trump": "banner",
        "broken": "freed",
        "shoots the moon": "sweeps the floor",
    },
    CARD_STORIES,
    BY_LETTERS,
)

COUNTERFACTUALS: Final = exchanged(
    "suits are exchanged, so that diamonds cost points and the queen of spades is harmless",
    ("heart", "diamond"),
    ("spade", "club"),
    kept="hand of Hearts",
)
