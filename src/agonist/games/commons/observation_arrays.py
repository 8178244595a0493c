"""A commons as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.commons.possible_states import known_harvests
from agonist.games.commons.rules import Commons, View
from agonist.kit.arrays import UNLIMITED, Array, Arrays


class CommonsArrays(Arrays[Commons, View]):
    def shapes(self, game: Commons) -> Mapping[str, Array]:
        """`harvests`: by month and seat, -1 where the seat hasn't seen it; `pledges`: by month and seat, for
        that month's harvest, -1 without one; `stock`: now; `quota`: the limit of this month, -1 without one;
        `played`: the months that are over; `costs`: by seat, what it has paid in fines and for sanctions.
        Speeches are in the text.
        """
        table = Array((game.rounds, game.seats), game.capacity, -1)
        return {
            "harvests": table,
            "pledges": table,
            "stock": Array((1,), game.capacity),
            "quota": Array((1,), game.capacity, -1),
            "played": Array((1,), game.rounds),
            "costs": Array((game.seats,), UNLIMITED),
        }

    def values(self, game: Commons, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        harvests, pledges = ([-1] * (game.rounds * game.seats) for _ in range(2))
        for month, (_, _, known) in enumerate(known_harvests(game, view)):
            for each, amount in known.items():
                harvests[month * game.seats + each] = amount
        for event in view.log:
            if event[0] == "said":
                _, month, each, amount, _ = event
                pledges[month * game.seats + each] = amount
        return {
            "harvests": harvests,
            "pledges": pledges,
            "stock": (view.stock,),
            "quota": (-1 if view.quota is None else view.quota,),
            "played": (view.played,),
            "costs": view.costs,
        }


ARRAYS: Final = CommonsArrays()
