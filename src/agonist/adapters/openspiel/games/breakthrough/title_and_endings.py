"""What Breakthrough is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from agonist.adapters.openspiel.spiel_game import SpielGame


class Breakthrough(SpielGame):
    title: ClassVar[str] = "Breakthrough"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("Breakthrough (Dan Troyka, 2000)",)

    def ending(self, spiel: Any) -> str:
        winner, other = ("black", "w") if spiel.returns()[0] > 0 else ("white", "b")
        rows = str(spiel).splitlines()[:-1]
        if not any(other in row[1:] for row in rows):
            return f"{winner} has captured all pieces of the other colour"
        return f"a {winner} piece is on the other side"
