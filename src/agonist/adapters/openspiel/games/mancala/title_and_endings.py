"""What Mancala is called, and why it ended."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from agonist.adapters.openspiel.spiel_game import SpielGame

NUMBER: Final = re.compile(r"\d+")


class Mancala(SpielGame):
    title: ClassVar[str] = "Mancala"
    abilities: ClassVar = ("abstract strategy", "numerical reasoning", "strategic planning")
    sources: ClassVar = ("Kalah (William Julius Champion, 1940)",)

    def ending(self, spiel: Any) -> str:
        seeds = counts(spiel)
        first, second = sum(seeds[1:8]), sum(seeds[8:]) + seeds[0]
        return f"the pits of a player are empty: {first} seeds for Player 1, {second} for Player 2"


def counts(spiel: Any) -> tuple[int, ...]:
    """The seeds by the library's numbers: 0 is the store of Player 2, 1 to 6 are the pits of Player 1, 7 is
    their store, 8 to 13 are the pits of Player 2; one sows from each to the next.
    """
    top, stores, bottom = (tuple(map(int, NUMBER.findall(line))) for line in str(spiel).splitlines()[:3])
    return (stores[0], *bottom, stores[1], *reversed(top))
