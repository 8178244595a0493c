"""Crazy Eights: get rid of your cards."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.crazy_eights.reference import dearest
from agonist.adapters.openspiel.games.crazy_eights.seat_knowledge import CrazyEights as Rules
from agonist.adapters.openspiel.games.crazy_eights.skins import SKINS
from agonist.adapters.openspiel.games.crazy_eights.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=dearest,
        reference_is="a heuristic: it plays the card that would cost it most, keeps its eights for when "
        "nothing else fits, and then names its longest suit",
        skins=SKINS,
    )
