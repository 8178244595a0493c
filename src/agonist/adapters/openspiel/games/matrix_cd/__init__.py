"""Chicken: who dares."""

from __future__ import annotations

from typing import ClassVar

from agonist.adapters.openspiel.games.matrix_cd.skins import COUNTERFACTUALS, SKINS
from agonist.adapters.openspiel.games.matrix_game import MatrixGame, counted, dressing
from agonist.kit.indicators import Indicator

__all__ = ["Rules", "dressed"]


class Rules(MatrixGame):
    title: ClassVar[str] = "Chicken"
    abilities: ClassVar = ("opponent modelling", "risk assessment")


dressed = dressing(
    __file__,
    ((1, 1), (1, 1)),
    "the mixed equilibrium: it dares every second time",
    counted(0, Indicator("dares", "Dares", "share", "Share of all choices; half of them in equilibrium.")),
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
