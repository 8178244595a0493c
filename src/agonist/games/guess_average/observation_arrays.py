"""Guess the average as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.guess_average.rules import GuessAverage, View
from agonist.kit.arrays import Array, Arrays, history, rounds_so_far


class GuessAverageArrays(Arrays[GuessAverage, View]):
    def shapes(self, game: GuessAverage) -> Mapping[str, Array]:
        """`history`, of each round: the sum of all numbers, the lowest and the highest winning number,
        the own number, whether it won.
        """
        return history(game.rounds, 5, game.high * game.seats)

    def values(self, game: GuessAverage, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        rows: list[int] = []
        for event in view.log:
            if event[0] == "result":
                _, _, total, winning = event
                rows += (total, winning[0], winning[-1])
            else:
                rows += event[1:]
        return rounds_so_far(rows, game.rounds, 5)


ARRAYS: Final = GuessAverageArrays()
