"""Two players who want to meet, at different concerts."""

from __future__ import annotations

from typing import ClassVar

from agonist.adapters.openspiel.games.matrix_bos.skins import COUNTERFACTUALS, SKINS
from agonist.adapters.openspiel.games.matrix_game import MatrixGame, dressing

__all__ = ["Rules", "dressed"]


class Rules(MatrixGame):
    title: ClassVar[str] = "Bach or Stravinsky"
    sources: ClassVar = ("Games and Decisions (Luce & Raiffa, 1957)",)


dressed = dressing(
    __file__,
    ((3, 2), (2, 3)),
    "the mixed equilibrium: its own favourite concert three times in five",
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
