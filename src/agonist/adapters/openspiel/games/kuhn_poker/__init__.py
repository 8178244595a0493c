"""Kuhn poker: one card each, one bet."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.kuhn_poker.indicators import INDICATORS
from agonist.adapters.openspiel.games.kuhn_poker.reference import equilibrium
from agonist.adapters.openspiel.games.kuhn_poker.seat_knowledge import KuhnPoker as Rules
from agonist.adapters.openspiel.games.kuhn_poker.skins import COUNTERFACTUALS, SKINS
from agonist.adapters.openspiel.games.kuhn_poker.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=equilibrium,
        reference_is="an equilibrium of the game for two (Kuhn, 1950); among more, the same manner of play",
        indicators=INDICATORS,
        skins=SKINS,
        counterfactuals=COUNTERFACTUALS,
    )
