"""The Prisoner's Dilemma as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.prisoners_dilemma.rules import PrisonersDilemma, View, rounds_seen
from agonist.kit.arrays import Array, Arrays, history, rounds_so_far


class PrisonersDilemmaArrays(Arrays[PrisonersDilemma, View]):
    def shapes(self, game: PrisonersDilemma) -> Mapping[str, Array]:
        """`history`: by round and seat, 1 for a defection. `played`: the rounds that are over."""
        return history(game.rounds, game.seats, 1)

    def values(self, game: PrisonersDilemma, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        rows = [int(each == "defect") for decisions in rounds_seen(view) for each in decisions]
        return rounds_so_far(rows, game.rounds, game.seats)


ARRAYS: Final = PrisonersDilemmaArrays()
