"""What phantom tic-tac-toe is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from agonist.adapters.openspiel.games.dark_board import DarkGame


class PhantomTicTacToe(DarkGame):
    title: ClassVar[str] = "Phantom Tic-Tac-Toe"

    def ending(self, spiel: Any) -> str:
        return "three in a line" if any(spiel.returns()) else "the board is full"
