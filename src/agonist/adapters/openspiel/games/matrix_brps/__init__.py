"""Rock, paper, scissors with unequal stakes."""

from __future__ import annotations

from typing import ClassVar

from agonist.adapters.openspiel.games.matrix_game import MatrixGame, dressing
from agonist.adapters.openspiel.games.matrix_rps.skins import COUNTERFACTUALS, skins

__all__ = ["Rules", "dressed"]


class Rules(MatrixGame):
    title: ClassVar[str] = "Biased Rock, Paper, Scissors"


dressed = dressing(
    __file__,
    ((1, 10, 5), (1, 10, 5)),
    "rock, paper and scissors with the probabilities 1/16, 10/16 and 5/16, which is the only equilibrium",
    skins=skins(Rules.title),
    counterfactuals=COUNTERFACTUALS,
)
