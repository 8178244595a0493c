"""Lines of Action: bring all your pieces together."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from agonist.adapters.openspiel.games.lines_of_action.reference import strong
from agonist.adapters.openspiel.games.lines_of_action.text import WORDS
from agonist.adapters.openspiel.games.lines_of_action.title_and_endings import LinesOfAction as Rules
from agonist.adapters.openspiel.grid_picture import Pieces, grid_picture
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]

PIECES: Final[Pieces] = {"x": ("black", "black piece"), "o": ("white", "white piece")}


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        picture=grid_picture(WORDS, "Lines of Action", PIECES),
        reference=strong,
        reference_is="alpha-beta search two moves deep that estimates how far the pieces are apart",
    )
