"""Chicken: who dares."""

from __future__ import annotations

from typing import ClassVar

from agonist.adapters.openspiel.games.matrix_game import MatrixGame, dressing

__all__ = ["Rules", "dressed"]


class Rules(MatrixGame):
    title: ClassVar[str] = "Chicken"
    abilities: ClassVar = ("opponent modelling", "risk assessment")


dressed = dressing(
    __file__,
    ((1, 1), (1, 1)),
    "the mixed equilibrium: it dares every second time",
)
