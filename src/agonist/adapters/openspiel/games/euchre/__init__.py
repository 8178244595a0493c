"""Euchre: two against two, for three of five tricks."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.euchre.indicators import INDICATORS
from agonist.adapters.openspiel.games.euchre.reference import by_trumps
from agonist.adapters.openspiel.games.euchre.sampling import drawn
from agonist.adapters.openspiel.games.euchre.seat_knowledge import Euchre as Rules
from agonist.adapters.openspiel.games.euchre.skins import COUNTERFACTUALS, SKINS
from agonist.adapters.openspiel.games.euchre.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=by_trumps,
        reference_is="a heuristic: it names trumps with enough of them and aces, leads its best card, and "
        "wins tricks as cheaply as it can, but not from its partner",
        sample_state=drawn,
        indicators=INDICATORS,
        skins=SKINS,
        counterfactuals=COUNTERFACTUALS,
    )
