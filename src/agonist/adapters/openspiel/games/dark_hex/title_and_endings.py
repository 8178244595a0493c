"""What Dark Hex is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from agonist.adapters.openspiel.games.dark_board import DarkGame


class DarkHex(DarkGame):
    title: ClassVar[str] = "Dark Hex"

    def ending(self, spiel: Any) -> str:
        if spiel.returns()[0] > 0:
            return "a chain of x joins the top and the bottom"
        return "a chain of o joins the left and the right side"
