"""Allocations of Colonel Blotto."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat


def soldiers(text: str) -> tuple[int, ...]:
    """The soldiers on each field of an allocation as the library writes it.

    >>> soldiers("[3,3,4]")
    (3, 3, 4)
    """
    return tuple(map(int, text.strip("[]").split(",")))


def fields_won(allocations: Sequence[Sequence[int]]) -> list[list[Seat]]:
    """Who has the most on each field alone, as a list for each seat of the fields' numbers from 0."""
    won: list[list[int]] = [[] for _ in allocations]
    for field, each in enumerate(zip(*allocations, strict=True)):
        if each.count(max(each)) == 1:
            won[each.index(max(each))].append(field)
    return won


class Blotto(SpielGame):
    title: ClassVar[str] = "Colonel Blotto"
    abilities: ClassVar = ("strategic planning", "opponent modelling")
    sources: ClassVar = (
        "The Theory of Play and Integral Equations with Skew Symmetric Kernels (Borel, 1921)",
    )

    def ending(self, spiel: Any) -> str:
        return "all fields are fought for"
