"""Liar's Dice as OpenSpiel plays it: one hand of two players. The bare name is our own game's."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.liars_dice.indicators import INDICATORS
from agonist.adapters.openspiel.games.liars_dice.reference import by_odds
from agonist.adapters.openspiel.games.liars_dice.seat_knowledge import OneHand as Rules
from agonist.adapters.openspiel.games.liars_dice.skins import SKINS
from agonist.adapters.openspiel.games.liars_dice.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=by_odds,
        reference_is="a heuristic: it makes the likeliest bid, taking the other's bids as half true, and "
        "says liar where that is likelier to be right",
        indicators=INDICATORS,
        skins=SKINS,
    )
