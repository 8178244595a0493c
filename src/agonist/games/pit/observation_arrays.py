"""Pit as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.pit.cards import BEAR, BULL, SUIT
from agonist.games.pit.rules import Pit, View
from agonist.kit.arrays import UNLIMITED, Array, Arrays


class PitArrays(Arrays[Pit, View]):
    def shapes(self, game: Pit) -> Mapping[str, Array]:
        """`cards`, by suit in play, then the Bull and the Bear: the numbers in the hand, and in the
        own open call. `calls`: by caller and partner (the last column for anyone), the cards of each open
        call. `points`: by seat. `time`: the hand, from 1, and the tick, from 0.
        """
        kinds, seats = len(game.suits) + 2, game.seats
        return {
            "cards": Array((2, kinds), SUIT),
            "calls": Array((seats, seats + 1), SUIT),
            "points": Array((seats,), UNLIMITED, -UNLIMITED),
            "time": Array((2,), max(game.hands, game.ticks)),
        }

    def values(self, game: Pit, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        kinds, seats = (*game.suits, BULL, BEAR), game.seats
        open_calls = [0] * (seats * (seats + 1))
        for call in view.open:
            open_calls[(seats + 1) * call.seat + (seats if call.to is None else call.to)] = call.number
        return {
            "cards": [cards.count(kind) for cards in (view.cards, view.held_out) for kind in kinds],
            "calls": open_calls,
            "points": view.points,
            "time": (view.hand, view.tick),
        }


ARRAYS: Final = PitArrays()
