"""Checkers, or draughts: captures are jumps, and must be made."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agonist.adapters.openspiel.games.checkers.text import WORDS
from agonist.adapters.openspiel.games.checkers.title_and_endings import Checkers as Rules
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]

PIECES: Final[Pieces] = {
    "o": ("white", "white man"),
    "O": ("white", "white king"),
    "x": ("black", "black man"),
    "X": ("black", "black king"),
}


def dressed(kit: Kit) -> Kit:
    return replace(kit, words=WORDS, picture=grid_picture(WORDS, "Checkers", PIECES))
