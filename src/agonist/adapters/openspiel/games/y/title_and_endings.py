"""What Y is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from agonist.adapters.openspiel.spiel_game import SpielGame


class Y(SpielGame):
    title: ClassVar[str] = "Y"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("The Game of Y (Claude Shannon; Craige Schensted and Charles Titus, 1953)",)

    def ending(self, spiel: Any) -> str:
        return f"a chain of {'x' if spiel.returns()[0] > 0 else 'o'} touches all three sides"
