"""The stag hunt."""

from __future__ import annotations

from typing import ClassVar

from agonist.adapters.openspiel.games.matrix_game import MatrixGame, counted, dressing
from agonist.adapters.openspiel.games.matrix_sh.skins import COUNTERFACTUALS, SKINS
from agonist.kit.indicators import Indicator

__all__ = ["Rules", "dressed"]


class Rules(MatrixGame):
    title: ClassVar[str] = "Stag Hunt"
    abilities: ClassVar = ("cooperation", "coordination")
    sources: ClassVar = ("A Discourse on Inequality (Rousseau, 1755)",)


dressed = dressing(
    __file__,
    ((1, 0), (1, 0)),
    "always hunts the stag, the better of the two equilibria without chance",
    counted(0, Indicator("stags", "Stags", "share", "Of all choices, those to hunt the stag.")),
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
