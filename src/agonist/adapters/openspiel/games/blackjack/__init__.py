"""Blackjack: one player against a dealer who has no choice."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.blackjack.indicators import INDICATORS
from agonist.adapters.openspiel.games.blackjack.reference import basic
from agonist.adapters.openspiel.games.blackjack.seat_knowledge import Blackjack as Rules
from agonist.adapters.openspiel.games.blackjack.skins import COUNTERFACTUALS, SKINS
from agonist.adapters.openspiel.games.blackjack.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=basic,
        reference_is="basic strategy: the best choice for each total and open card, if cards were put back",
        indicators=INDICATORS,
        skins=SKINS,
        counterfactuals=COUNTERFACTUALS,
    )
