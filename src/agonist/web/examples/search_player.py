"""A player that searches: after each legal move it plays a few dozen random games.

In the folder of this file: agonist run connect_four --player 'search_player:Search?games=20' --player random
It needs games in which nothing is hidden, so that its view is the state.
"""

from random import Random
from typing import Any

from agonist.players.agents import AgentContext


class Search:
    """Flat Monte Carlo: chooses the move whose random games end best."""

    def __init__(self, context: AgentContext, games: int = 20) -> None:
        self.game, self.seat, self.games = context.game, context.seat, games

    def answer(self, view: Any, ask: Any, rng: Random) -> Any:
        """An agent that takes `view` and `ask` answers with an action."""
        return max(ask.options(), key=lambda action: self.worth(view, action, rng))

    def worth(self, state: Any, action: Any, rng: Random) -> float:
        """The mean score of random games after an action."""
        return sum(self.score(state, action, rng) for _ in range(self.games)) / self.games

    def score(self, state: Any, action: Any, rng: Random) -> float:
        """The score at the end of one random game after an action."""
        state = self.game.act(state, {self.seat: action})
        while asks := self.game.turn(state):
            state = self.game.act(state, {seat: ask.sample(rng) for seat, ask in asks.items()})
        outcome = self.game.outcome(state)
        return 0.0 if outcome is None else outcome.scores[self.seat]
