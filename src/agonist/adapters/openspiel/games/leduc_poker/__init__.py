"""Leduc poker: one card each, one on the table, two rounds of bets."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.leduc_poker.indicators import INDICATORS
from agonist.adapters.openspiel.games.leduc_poker.reference import by_strength
from agonist.adapters.openspiel.games.leduc_poker.seat_knowledge import LeducPoker as Rules
from agonist.adapters.openspiel.games.leduc_poker.skins import COUNTERFACTUALS, SKINS
from agonist.adapters.openspiel.games.leduc_poker.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=by_strength,
        reference_is="a heuristic: it raises with a hand that beats most others, calls with one that beats "
        "as many as the price asks for, and folds the rest",
        indicators=INDICATORS,
        skins=SKINS,
        counterfactuals=COUNTERFACTUALS,
    )
