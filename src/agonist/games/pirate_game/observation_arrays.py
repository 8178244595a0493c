"""The pirate game as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.pirate_game.rules import PirateGame, View
from agonist.kit.arrays import Array, Arrays, one_hot


class PirateGameArrays(Arrays[PirateGame, View]):
    def shapes(self, game: PirateGame) -> Mapping[str, Array]:
        """`plans`: by proposer and seat, the coins of each plan so far, zeros for those overboard.
        `accepts`: by proposer, how many accepted the plan. `votes`: by proposer, whether the seat
        accepted it. `proposer`: whose plan it is now.
        """
        seats = game.seats
        return {
            "plans": Array((seats, seats), game.gold),
            "accepts": Array((seats,), seats),
            "votes": Array((seats,)),
            "proposer": Array((seats,)),
        }

    def values(self, game: PirateGame, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        seats = game.seats
        plans, accepts, votes = [0] * seats**2, bytearray(seats), bytearray(seats)
        for event in view.log:
            match event:
                case ("proposal", _, proposer, shares):
                    plans[(seats + 1) * proposer : seats * (proposer + 1)] = shares
                case ("votes", number, count, _, _):
                    accepts[number - 1] = count
                case ("own", number, vote):
                    votes[number - 1] = int(vote == "accept")
        return {
            "plans": plans,
            "accepts": accepts,
            "votes": votes,
            "proposer": one_hot(view.proposer, seats),
        }


ARRAYS: Final = PirateGameArrays()
