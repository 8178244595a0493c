"""A sealed-bid auction in which the winner pays their own bid."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.first_sealed_auction.indicators import INDICATORS
from agonist.adapters.openspiel.games.first_sealed_auction.reference import shaded
from agonist.adapters.openspiel.games.first_sealed_auction.seat_knowledge import FirstPriceAuction as Rules
from agonist.adapters.openspiel.games.first_sealed_auction.skins import SKINS
from agonist.adapters.openspiel.games.first_sealed_auction.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        reference=shaded,
        reference_is="the equilibrium for values between whole numbers too (Vickrey, 1961), rounded down",
        indicators=INDICATORS,
        skins=SKINS,
    )
