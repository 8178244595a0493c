"""Goofspiel: sealed bids of cards for prizes."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.goofspiel.indicators import INDICATORS
from agonist.adapters.openspiel.games.goofspiel.reference import matching
from agonist.adapters.openspiel.games.goofspiel.seat_knowledge import Goofspiel as Rules
from agonist.adapters.openspiel.games.goofspiel.skins import SKINS
from agonist.adapters.openspiel.games.goofspiel.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=matching,
        reference_is="a heuristic: it bids the card that has the same place among its own as the prize has "
        "among the prizes that are left",
        indicators=INDICATORS,
        skins=SKINS,
    )
