"""Hearts: tricks that nobody wants."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.hearts.indicators import INDICATORS
from agonist.adapters.openspiel.games.hearts.reference import ducking
from agonist.adapters.openspiel.games.hearts.seat_knowledge import Hearts as Rules
from agonist.adapters.openspiel.games.hearts.skins import COUNTERFACTUALS, SKINS
from agonist.adapters.openspiel.games.hearts.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=ducking,
        reference_is="a heuristic: it passes and throws off its most dangerous cards, and stays below the "
        "highest card of a trick where it can",
        indicators=INDICATORS,
        skins=SKINS,
        counterfactuals=COUNTERFACTUALS,
    )
