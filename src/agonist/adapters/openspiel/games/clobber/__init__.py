"""Clobber: every move captures, until somebody can't."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agonist.adapters.openspiel.games.clobber.text import WORDS
from agonist.adapters.openspiel.games.clobber.title_and_endings import Clobber as Rules
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]

PIECES: Final[Pieces] = {"o": ("white", "white stone"), "x": ("black", "black stone")}


def dressed(kit: Kit) -> Kit:
    return replace(kit, words=WORDS, picture=grid_picture(WORDS, "Clobber", PIECES))
