"""Kuhn poker under other names, and with the names of its cards exchanged."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BETS, CARD_STORIES, COURT
from agonist.kit.skins import Skins, exchanged

SKINS: Final = Skins(
    {
        "Kuhn Poker, a poker game": "{title}, a card game",
        **COURT,
        **BETS,
        "checked": "waited",
        "who bet": "who staked",
        "called": "joined",
    },
    CARD_STORIES,
)

COUNTERFACTUALS: Final = exchanged(
    "the names are exchanged, so that a jack is worth more than a king", ("jack", "king")
)
