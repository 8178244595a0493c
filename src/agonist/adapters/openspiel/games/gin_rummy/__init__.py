"""Gin rummy: melds, and when to knock."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.gin_rummy.indicators import INDICATORS
from agonist.adapters.openspiel.games.gin_rummy.reference import least_deadwood
from agonist.adapters.openspiel.games.gin_rummy.sampling import drawn
from agonist.adapters.openspiel.games.gin_rummy.seat_knowledge import GinRummy as Rules
from agonist.adapters.openspiel.games.gin_rummy.skins import COUNTERFACTUALS, SKINS
from agonist.adapters.openspiel.games.gin_rummy.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=least_deadwood,
        reference_is="a heuristic: it takes the upcard into a meld only, throws what leaves the least "
        "deadwood, and knocks as soon as it may",
        sample_state=drawn,
        indicators=INDICATORS,
        skins=SKINS,
        counterfactuals=COUNTERFACTUALS,
    )
