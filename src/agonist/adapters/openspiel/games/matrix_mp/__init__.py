"""Matching pennies."""

from __future__ import annotations

from typing import ClassVar

from agonist.adapters.openspiel.games.matrix_game import MatrixGame, dressing
from agonist.adapters.openspiel.games.matrix_mp.skins import SKINS

__all__ = ["Rules", "dressed"]


class Rules(MatrixGame):
    title: ClassVar[str] = "Matching Pennies"
    abilities: ClassVar = ("opponent modelling",)


dressed = dressing(
    __file__,
    ((1, 1), (1, 1)),
    "each side of the coin with the same probability, which is the only equilibrium",
    skins=SKINS,
)
