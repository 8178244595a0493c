"""Othello: discs between two of the other colour are turned over."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agonist.adapters.openspiel.games.othello.reference import strong
from agonist.adapters.openspiel.games.othello.text import WORDS
from agonist.adapters.openspiel.games.othello.title_and_endings import Othello as Rules
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]

PIECES: Final[Pieces] = {"x": ("black", "black disc"), "o": ("white", "white disc")}


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        picture=grid_picture(WORDS, "Othello", PIECES),
        reference=strong,
        reference_is="alpha-beta search two moves deep that estimates corners and possible moves",
    )
