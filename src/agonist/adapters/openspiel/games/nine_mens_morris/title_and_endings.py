"""What Nine Men's Morris is called, and why it ended."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.spiel_game import SpielGame

MOST_TURNS: Final = 200
"""Turns of both players, after which the library ends the game."""
FEWEST: Final = 3
"""Whoever has fewer men loses; whoever has just so many may jump."""


class NineMensMorris(SpielGame):
    title: ClassVar[str] = "Nine Men's Morris"
    abilities: ClassVar = ("abstract strategy", "spatial reasoning", "strategic planning")
    sources: ClassVar = ("Nine men's morris (traditional)",)

    def ending(self, spiel: Any) -> str:
        scores = spiel.returns()
        if not any(scores):
            return f"{MOST_TURNS} turns"
        loser = "x" if scores[0] < 0 else "o"
        men = men_left(spiel)["xo".index(loser)]
        return f"{loser} has only {men} men left" if men < FEWEST else f"{loser} cannot move"


def men_left(spiel: Any) -> tuple[int, int]:
    """The men of each player, those in hand too."""
    return _pair(spiel, "Num men")


def in_hand(spiel: Any) -> tuple[int, int]:
    """The men of each player that are not on the board yet."""
    return _pair(spiel, "Men to deploy")


def turns(spiel: Any) -> int:
    return int(str(spiel).partition("Turn number: ")[2].split()[0])


def takes(spiel: Any) -> bool:
    """Whether the player who is asked has closed a mill, and takes a man."""
    return "Capture time" in str(spiel)


def _pair(spiel: Any, name: str) -> tuple[int, int]:
    first, second = str(spiel).partition(f"{name}: ")[2].split()[:2]
    return int(first), int(second)
