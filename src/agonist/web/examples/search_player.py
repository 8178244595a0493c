"""A player that searches: after each legal action it plays a few random games.

In the folder of this file: agonist run connect_four --player 'search_player:Search?games=20' --player random
"""

from random import Random
from typing import Any

from agonist.players import AgentContext


class Search:
    """Flat Monte Carlo: chooses the action whose random games end best."""

    def __init__(self, context: AgentContext, games: int = 20) -> None:
        self.context, self.game, self.seat, self.games = context, context.game, context.seat, games

    def answer(self, view: Any, ask: Any, rng: Random) -> Any:
        """An agent that takes `view` and `ask` answers with an action."""
        options = ask.options() or [ask.sample(rng) for _ in range(20)]  # too many to list: some of them
        return max(options, key=lambda action: self.worth(view, action, rng))

    def worth(self, view: Any, action: Any, rng: Random) -> float:
        """The mean score of random games after an action."""
        return sum(self.score(view, action, rng) for _ in range(self.games)) / self.games

    def score(self, view: Any, action: Any, rng: Random) -> float:
        """The score of one random game after an action, from a state that the view does not rule out."""
        state, mine = self.context.sample_state(view, rng), {self.seat: action}
        while asks := self.game.turn(state):
            state = self.game.act(state, {seat: ask.sample(rng) for seat, ask in asks.items()} | mine)
            mine = {}
        outcome = self.game.outcome(state)
        return 0.0 if outcome is None else outcome.scores[self.seat]
