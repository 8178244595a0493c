"""Go, scored by area, usually on 9 × 9 points."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agonist.adapters.openspiel.games.go.text import WORDS
from agonist.adapters.openspiel.games.go.title_and_endings import Go as Rules
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]

PIECES: Final[Pieces] = {"x": ("black", "black stone"), "o": ("white", "white stone")}


def dressed(kit: Kit) -> Kit:
    return replace(kit, words=WORDS, picture=grid_picture(WORDS, "Go", PIECES))
