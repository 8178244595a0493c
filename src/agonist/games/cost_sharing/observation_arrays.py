"""Cost sharing as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.cost_sharing.rules import CostSharing, State
from agonist.kit.arrays import Array, Arrays


class CostSharingArrays(Arrays[CostSharing, State]):
    def shapes(self, game: CostSharing) -> Mapping[str, Array]:
        """`proposals`: by round, proposer and seat, the percent to pay. `votes`: by round, voter and
        proposer, 1 for a vote. `round`: from 1, one more than there are after the last. What is said is
        in the text.
        """
        whole = (game.rounds, game.seats, game.seats)
        return {
            "proposals": Array(whole, 100),
            "votes": Array(whole),
            "round": Array((1,), game.rounds + 1),
        }

    def values(self, game: CostSharing, view: State, seat: Seat) -> Mapping[str, Sequence[int]]:
        seats = game.seats
        proposals, votes = [0] * (game.rounds * seats**2), bytearray(game.rounds * seats**2)
        for event in view.log:
            if event[0] == "proposal":
                at = seats * (seats * (event[1] - 1) + event[2])
                proposals[at : at + seats] = event[3]
            elif event[0] == "vote":
                votes[seats * (seats * (event[1] - 1) + event[2]) + event[3]] = 1
        return {"proposals": proposals, "votes": votes, "round": (view.round,)}


ARRAYS: Final = CostSharingArrays()
