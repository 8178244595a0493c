"""Battle royale as arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.battle_royale.rules import NOBODY, BattleRoyale, State
from agonist.kit.arrays import Array, Arrays, hot, one_hot


class BattleRoyaleArrays(Arrays[BattleRoyale, State]):
    def shapes(self, game: BattleRoyale) -> Mapping[str, Array]:
        """`players`, by seat: rows of who is alive, who shoots now, who shot last, and at whom (zeros
        for nobody). `shots`: how many there were.
        """
        return {"players": Array((4, game.seats)), "shots": Array((1,), game.shot_cap)}

    def values(self, game: BattleRoyale, view: State, seat: Seat) -> Mapping[str, Sequence[int]]:
        seats, last = game.seats, bytes(2 * game.seats)
        if view.log:
            _, _, shooter, target, _ = view.log[-1]
            last = one_hot(shooter, seats) + one_hot(None if target == NOBODY else target, seats)
        players = hot(view.alive, seats) + one_hot(view.shooter, seats) + last
        return {"players": players, "shots": (len(view.log),)}


ARRAYS: Final = BattleRoyaleArrays()
