"""Gin rummy under other names, and with knocking and passing exchanged."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BY_LETTERS, CARD_STORIES, CARDS
from agonist.kit.skins import Skins, exchanged

SKINS: Final = Skins(
    {
        "Gin Rummy": "{title}",
        **CARDS,
        "the ace is only below the 2": "the {ace} is below the 2 only; {jack}, {queen}, {king} follow the 10",
        "gin": "velvet",
        "meld": "bundle",
        "deadwood": "ballast",
        "knock": "close",
        "knocked": "closed",
        "knocker": "closer",
        "undercut": "backlash",
        "upcard": "opener",
        "stock": "chest",
        "lay off": "pin",
        "lays off": "pins",
        "laid off": "pinned",
    },
    CARD_STORIES,
    BY_LETTERS,
)

COUNTERFACTUALS: Final = exchanged(
    "the names are exchanged, so that the open card is the stock, and who passes ends the hand",
    ("upcard", "stock"),
    ("knock", "pass"),
    ("knocks", "passes"),
    ("knocked", "passed"),
    ("knocker", "passer"),
)
