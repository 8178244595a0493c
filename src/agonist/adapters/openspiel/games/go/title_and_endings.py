"""What Go is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar

from agonist.adapters.openspiel.spiel_game import SpielGame


class Go(SpielGame):
    title: ClassVar[str] = "Go"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("Tromp-Taylor rules of Go (John Tromp and Bill Taylor, 1995)",)

    usual: ClassVar = {"board_size": 9}

    def ending(self, spiel: Any) -> str:
        if spiel.history()[-2:] == [self.passing] * 2:
            return "both have passed"
        limit = spiel.move_number() >= self.spiel.max_game_length()
        return "the limit of moves is reached" if limit else "a position has come back"

    @property
    def passing(self) -> int:
        """The action of a pass."""
        return int(self.spiel.num_distinct_actions()) - 1
