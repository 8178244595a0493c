"""Breakthrough: the first piece on the other side wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agonist.adapters.openspiel.games.breakthrough.text import WORDS
from agonist.adapters.openspiel.games.breakthrough.title_and_endings import Breakthrough as Rules
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]

PIECES: Final[Pieces] = {"b": ("black", "black piece"), "w": ("white", "white piece")}


def dressed(kit: Kit) -> Kit:
    return replace(kit, words=WORDS, picture=grid_picture(WORDS, "Breakthrough", PIECES))
