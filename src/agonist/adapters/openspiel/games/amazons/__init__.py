"""Amazons: a queen's move and an arrow, until somebody can't move."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agonist.adapters.openspiel.games.amazons.text import WORDS
from agonist.adapters.openspiel.games.amazons.title_and_endings import Amazons as Rules
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]

PIECES: Final[Pieces] = {
    "x": ("black", "amazon of Player 1"),
    "o": ("white", "amazon of Player 2"),
    "#": ("red", "arrow"),
}


def dressed(kit: Kit) -> Kit:
    return replace(kit, words=WORDS, picture=grid_picture(WORDS, "Amazons", PIECES))
