"""Leduc poker under other names, and with the names of its cards exchanged."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.games.card_skins import BETS, CARD_STORIES, COURT
from agonist.adapters.openspiel.games.kuhn_poker.skins import COUNTERFACTUALS
from agonist.kit.skins import Skins

__all__ = ["COUNTERFACTUALS", "SKINS"]

SKINS: Final = Skins(
    {
        "Leduc Poker, a poker game": "{title}, a card game",
        **COURT,
        **BETS,
        "folded": "yielded",
        "raise": "boost",
    },
    CARD_STORIES,
)
