"""Oshi-Zumo: sealed bids of coins push a wrestler."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.oshi_zumo.picture import picture
from agonist.adapters.openspiel.games.oshi_zumo.reference import spread
from agonist.adapters.openspiel.games.oshi_zumo.skins import SKINS
from agonist.adapters.openspiel.games.oshi_zumo.text import WORDS
from agonist.adapters.openspiel.games.oshi_zumo.title_and_endings import OshiZumo as Rules
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        picture=picture,
        reference=spread,
        reference_is="a heuristic: it bids up to twice its coins for each step it still has to push, and no "
        "more than wins against a player who has less",
        skins=SKINS,
    )
