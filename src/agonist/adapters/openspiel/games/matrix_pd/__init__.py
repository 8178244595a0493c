"""The prisoner's dilemma, once."""

from __future__ import annotations

from typing import ClassVar

from agonist.adapters.openspiel.games.matrix_game import MatrixGame, counted, dressing
from agonist.adapters.openspiel.games.matrix_pd.skins import COUNTERFACTUALS, SKINS
from agonist.kit.indicators import Indicator

__all__ = ["Rules", "dressed"]


class Rules(MatrixGame):
    title: ClassVar[str] = "Prisoner's Dilemma (one round)"
    sources: ClassVar = ("Some Experimental Games (Flood, 1958)",)


dressed = dressing(
    __file__,
    ((0, 1), (0, 1)),
    "always defects, which pays more whatever the other does",
    counted(1, Indicator("defections", "Defections", "share", "Share of all choices.")),
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
