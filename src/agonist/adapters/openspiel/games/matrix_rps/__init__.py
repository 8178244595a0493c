"""Rock, paper, scissors."""

from __future__ import annotations

from typing import ClassVar

from agonist.adapters.openspiel.games.matrix_game import MatrixGame, dressing
from agonist.adapters.openspiel.games.matrix_rps.skins import COUNTERFACTUALS, skins

__all__ = ["Rules", "dressed"]


class Rules(MatrixGame):
    title: ClassVar[str] = "Rock, Paper, Scissors"
    abilities: ClassVar = ("opponent modelling",)


dressed = dressing(
    __file__,
    ((1, 1, 1), (1, 1, 1)),
    "each choice with the same probability, which is the only equilibrium",
    skins=skins(Rules.title),
    counterfactuals=COUNTERFACTUALS,
)
