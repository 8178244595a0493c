"""Nine men's morris: three in a row take a man."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agonist.adapters.openspiel.games.nine_mens_morris.reference import strong
from agonist.adapters.openspiel.games.nine_mens_morris.text import LINKS, WORDS
from agonist.adapters.openspiel.games.nine_mens_morris.title_and_endings import NineMensMorris as Rules
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]

PIECES: Final[Pieces] = {"x": ("white", "white man"), "o": ("black", "black man")}


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        picture=grid_picture(WORDS, "Nine Men's Morris", PIECES, LINKS),
        reference=strong,
        reference_is="alpha-beta search three moves deep that estimates men and possible moves",
    )
