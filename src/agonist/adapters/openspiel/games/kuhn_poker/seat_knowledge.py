"""What a seat knows of a hand of Kuhn poker, apart from the library's texts."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat

PASS, BET = 0, 1
"""The library's actions: to bet is also to call, and to pass is also to fold."""


class Hand(NamedTuple):
    """A hand as a seat sees it. Cards count from 0, the lowest; there is one more than there are players.

    `card`: the seat's own; `None` before it is dealt, and for a bystander. `moves`: all so far, `PASS` or
    `BET`; the players move in turn, so the seat of a move is its place modulo `seats`.
    """

    seats: int
    card: int | None
    moves: tuple[int, ...]

    @property
    def opened(self) -> bool:
        """Whether somebody has bet, so that the question is whether to call."""
        return BET in self.moves

    @property
    def pot(self) -> int:
        return self.seats + self.moves.count(BET)


class KuhnPoker(SpielGame):
    title: ClassVar[str] = "Kuhn Poker"
    abilities: ClassVar = ("bluffing", "probability")
    sources: ClassVar = ("A Simplified Two-Person Poker (Kuhn, 1950)",)

    def facts(self, spiel: Any, seat: Seat | None) -> Hand:
        played = spiel.history()
        dealt, moves = played[: self.seats], played[self.seats :]
        card = dealt[seat] if seat is not None and seat < len(dealt) else None
        return Hand(self.seats, card, tuple(moves))

    def ending(self, spiel: Any) -> str:
        moves = spiel.history()[self.seats :]
        if BET not in moves:
            return "nobody bet, and the highest card wins"
        if moves.count(BET) == 1:
            return "nobody called the bet"
        return "the highest card of those who put in a second chip wins"
