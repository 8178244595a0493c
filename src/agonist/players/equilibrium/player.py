"""A player of an equilibrium, in games small enough to be solved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agonist.core import Ask
from agonist.core.random_choice import weighted
from agonist.kit.limits_of_user_code import code_of
from agonist.players.equilibrium.solutions import policy_of_equilibrium
from agonist.players.player import Player, Question, SeatContext


class EquilibriumPlayer(Player):
    """Plays so that nobody gains by another policy than it has for them, up to `TARGET` points a match."""

    waits = False

    def __init__(self, context: SeatContext) -> None:
        with code_of(f"the rules of {context.game.name}, solved for its equilibrium,", limited=False):
            self._game, self._policy = policy_of_equilibrium(context.kit, context.game)
        self._seat = context.seat

    async def answer(self, question: Question) -> Any:
        chances = self.chances(question.view, question.ask)
        return weighted(tuple(chances), tuple(chances.values()), question.rng)

    def chances(self, view: Any, ask: Ask) -> Mapping[Any, float]:
        del ask
        spot = self._game.spot_of(self._seat, view)
        first, end = self._game.first[spot : spot + 2]
        return dict(zip(self._game.spots[spot].options, self._policy[first:end].tolist(), strict=True))
