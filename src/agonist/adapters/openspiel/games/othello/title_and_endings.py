"""What Othello is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from agonist.adapters.openspiel.spiel_game import SpielGame


class Othello(SpielGame):
    title: ClassVar[str] = "Othello"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("Reversi (Mollett and Waterman, 1883)", "Othello (Goro Hasegawa, 1971)")

    def ending(self, spiel: Any) -> str:
        board = str(spiel).partition("\n")[2]
        return f"nobody can move: {board.count('x')} black discs, {board.count('o')} white"
