"""What Gomoku is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import UsageError

LARGEST: Final = 26


class Gomoku(SpielGame):
    title: ClassVar[str] = "Gomoku"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("Gomoku (free style: five or more in a row, no restrictions)",)

    def __post_init__(self) -> None:
        super().__post_init__()
        size = int(self.spiel.get_parameters()["size"])
        if flat(self) and size > LARGEST:
            raise UsageError(f"{self.name}: size is at most {LARGEST}, since columns are letters; not {size}")

    def ending(self, spiel: Any) -> str:
        scores, anti = spiel.returns(), self.spiel.get_parameters()["anti"]
        if not any(scores):
            return "the board is full"
        return f"{'x' if (scores[0] > 0) != anti else 'o'} has a line"


def flat(game: SpielGame) -> bool:
    """Whether the board has two dimensions, so that it can be drawn."""
    return int(game.spiel.get_parameters()["dims"]) == 2
