"""Euchre under other names, and with those of its jacks and aces exchanged."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BY_LETTERS, CARD_STORIES, CARDS
from agonist.kit.skins import Skins, exchanged

SKINS: Final = Skins(
    {
        "Euchre": "{title}",
        **CARDS,
        "dealer": "{dealer}",
        "trick": "basket",
        "trump": "banner",
        "upcard": "opener",
        "order up": "hail",
        "orders up": "hails",
        "ordered up": "hailed",
        "order it up": "hail it",
        "pick up": "grasp",
        "picked up": "grasped",
        "pick it up": "grasp it",
        "alone": "unaided",
        "partner": "mate",
    },
    CARD_STORIES,
    BY_LETTERS,
)

COUNTERFACTUALS: Final = exchanged(
    "the names are exchanged, so that the ace of trumps is the highest and jacks of other suits take tricks",
    ("jack", "ace"),
)
