"""What Checkers is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.spiel_game import SpielGame

MOST_WITHOUT_CAPTURE: Final = 40
"""Moves of both players in a row without a capture, after which the library ends the game."""


class Checkers(SpielGame):
    title: ClassVar[str] = "Checkers"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("English draughts (rules of the World Checkers Draughts Federation)",)

    def ending(self, spiel: Any) -> str:
        scores = spiel.returns()
        if not any(scores):
            return f"{MOST_WITHOUT_CAPTURE} moves without a capture"
        return f"{('x', 'o')[scores[0] < 0]} cannot move"
