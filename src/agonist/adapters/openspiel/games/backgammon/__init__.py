"""Backgammon, without a doubling cube."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.backgammon.indicators import INDICATORS
from agonist.adapters.openspiel.games.backgammon.picture import picture
from agonist.adapters.openspiel.games.backgammon.reference import careful
from agonist.adapters.openspiel.games.backgammon.text import WORDS
from agonist.adapters.openspiel.games.backgammon.title_and_endings import Backgammon as Rules
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        picture=picture,
        reference=careful,
        reference_is="the play after which the race, single checkers, points and hits weigh best",
        indicators=INDICATORS,
    )
