"""What Hex is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import UsageError


class Hex(SpielGame):
    title: ClassVar[str] = "Hex"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("Hex (Piet Hein, 1942)",)

    def __post_init__(self) -> None:
        super().__post_init__()
        given = self.spiel.get_parameters()
        if given["swap"] and given["num_cols"] != given["num_rows"]:
            raise UsageError(f"{self.name}: a swap needs a board with as many rows as columns")

    def ending(self, spiel: Any) -> str:
        if spiel.returns()[0] > 0:
            return "a chain of x joins the top and the bottom"
        return "a chain of o joins the left and the right side"
