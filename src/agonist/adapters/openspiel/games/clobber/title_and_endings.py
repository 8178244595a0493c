"""What Clobber is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from agonist.adapters.openspiel.spiel_game import SpielGame


class Clobber(SpielGame):
    title: ClassVar[str] = "Clobber"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("Clobber (Michael Albert, J. P. Grossman and Richard Nowakowski, 2001)",)

    def ending(self, spiel: Any) -> str:
        return f"{'o' if spiel.returns()[0] < 0 else 'x'} has no stone beside one of the other colour"
