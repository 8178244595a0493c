"""What Amazons is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from agonist.adapters.openspiel.spiel_game import SpielGame


class Amazons(SpielGame):
    title: ClassVar[str] = "Amazons"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("Game of the Amazons (Walter Zamkauskas, 1988)",)

    def ending(self, spiel: Any) -> str:
        return f"no amazon of {'Player 1' if spiel.returns()[0] < 0 else 'Player 2'} can move"
