"""Battleship: two hidden fleets."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.battleship.indicators import INDICATORS
from agonist.adapters.openspiel.games.battleship.picture import picture
from agonist.adapters.openspiel.games.battleship.reference import likeliest
from agonist.adapters.openspiel.games.battleship.seat_knowledge import Battleship as Rules
from agonist.adapters.openspiel.games.battleship.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        picture=picture,
        reference=likeliest,
        reference_is="a heuristic: it places its ships at random, and shoots where most ships could lie, "
        "next to hits first",
        indicators=INDICATORS,
    )
