"""Gomoku: five stones in a row win."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agonist.adapters.openspiel.games.gomoku.text import WORDS
from agonist.adapters.openspiel.games.gomoku.title_and_endings import Gomoku as Rules
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]

PIECES: Final[Pieces] = {"x": ("black", "black stone"), "o": ("white", "white stone")}


def dressed(kit: Kit) -> Kit:
    return replace(kit, words=WORDS, picture=grid_picture(WORDS, "Gomoku", PIECES))
