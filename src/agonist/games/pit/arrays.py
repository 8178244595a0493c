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
        """`cards`: of each suit in play, the Bull and the Bear, the number in the hand; `held_out`:
        those of the own open call. `calls`: by caller and partner (the last column for anyone), the cards
        of each open call. `points`: by seat. `hand` from 1 and `tick` from 0.
        """
        kinds, seats = len(game.suits) + 2, game.seats
        return {
            "cards": Array((kinds,), SUIT),
            "held_out": Array((kinds,), SUIT),
            "calls": Array((seats, seats + 1), SUIT),
            "points": Array((seats,), UNLIMITED, -UNLIMITED),
            "hand": Array((1,), game.hands),
            "tick": Array((1,), game.ticks),
        }

    def values(self, game: Pit, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        kinds, seats = (*game.suits, BULL, BEAR), game.seats
        open_calls = [0] * (seats * (seats + 1))
        for call in view.open:
            open_calls[(seats + 1) * call.seat + (seats if call.to is None else call.to)] = call.number
        return {
            "cards": [view.cards.count(kind) for kind in kinds],
            "held_out": [view.held_out.count(kind) for kind in kinds],
            "calls": open_calls,
            "points": view.points,
            "hand": (view.hand,),
            "tick": (view.tick,),
        }


ARRAYS: Final = PitArrays()
