"""Y: a chain of stones that touches all three sides wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agonist.adapters.openspiel.games.y.text import WORDS
from agonist.adapters.openspiel.games.y.title_and_endings import Y as Rules
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]

PIECES: Final[Pieces] = {"x": ("black", "black stone"), "o": ("white", "white stone")}


def dressed(kit: Kit) -> Kit:
    return replace(kit, words=WORDS, picture=grid_picture(WORDS, "Y", PIECES))
