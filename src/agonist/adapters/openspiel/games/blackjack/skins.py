"""Blackjack under other names, and with those of its two choices exchanged."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import CARD_STORIES, CARDS, UsualNames
from agonist.kit.skins import Skins, exchanged

SKINS: Final = Skins(
    {
        "Blackjack": "{title}",
        **CARDS,
        "dealer": "{dealer}",
        "hit": "tug",
        "stand": "halt",
    },
    CARD_STORIES,
    UsualNames(frozenset({"stay", "stick", "twist"})),
)

COUNTERFACTUALS: Final = exchanged(
    "the names are exchanged, so that who hits takes no more cards", ("hit", "stand")
)
