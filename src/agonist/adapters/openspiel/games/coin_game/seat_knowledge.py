"""What a seat sees of the coin game."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat


class Field(NamedTuple):
    """`colour`: the seat's own, from 0; `None` for a bystander. `collected`: for each seat, how many coins of
    each colour. `rows`: the board from the top, a sign for each cell: a digit for a seat (from 0), a letter
    for a colour, a space for nothing. `moves`: how many were made.
    """

    colour: int | None
    collected: tuple[tuple[int, ...], ...]
    rows: tuple[str, ...]
    moves: int


class CoinGame(SpielGame):
    title: ClassVar[str] = "Coin Game"
    abilities: ClassVar = ("cooperation", "theory of mind", "planning")
    sources: ClassVar = ("Modeling Others using Oneself in Multi-Agent RL (Raileanu et al., 2018)",)

    def facts(self, spiel: Any, seat: Seat | None) -> Field:
        own, _, *lines = spiel.observation_string(seat or 0).rstrip("\n").split("\n")
        collected = [tuple(map(int, line.split()[1:])) for line in lines[: self.seats]]
        rows = [line[1:-1] for line in lines[self.seats + 1 : -1]]
        made = sum(each.player >= 0 for each in spiel.full_history())
        return Field(None if seat is None else int(own), tuple(collected), tuple(rows), made)

    def ending(self, spiel: Any) -> str:
        return "all moves are made"
