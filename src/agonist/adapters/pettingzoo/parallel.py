"""A game of ours as an environment in which agents act at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from pettingzoo import ParallelEnv

from agonist.adapters.pettingzoo.stepped_match import Illegal, MatchEnv, SteppedMatch
from agonist.core import UsageError

ByAgent: TypeAlias = dict[str, Any]
"""A value for each agent, by name."""


def parallel_env(
    target: str,
    *,
    seed: int | str = 0,
    illegal: Illegal = "forfeit",
    length: int = 4096,
    prompts: Path | None = None,
) -> ParallelEnv[str, Any, Any]:
    """The environment for a game with options; arguments are those of `aec_env`.

    Meant for games with simultaneous moves, but works for all games: an agent that is not asked has a mask of
    zeros, and its action is ignored.
    """
    return ParallelGameEnv(SteppedMatch(target, seed, illegal, length, prompts))


class ParallelGameEnv(MatchEnv, ParallelEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """One match at a time; observations, actions, infos and rewards are those of `GameEnv`."""

    def reset(self, seed: int | None = None, options: ByAgent | None = None) -> tuple[ByAgent, ByAgent]:
        """Deal a match, as `GameEnv.reset` does."""
        self._table.deal(seed, options)
        self.agents = list(self.possible_agents)
        return self._observations(), self._infos()

    def step(self, actions: Mapping[str, Any]) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """Play these actions; returns observations, rewards, terminations, truncations and infos.

        Raises `UsageError` if the action of an agent that is asked is missing.
        """
        waiting = self._table.waiting
        if missing := [self._table.agents[s] for s in waiting if self._table.agents[s] not in actions]:
            raise UsageError(f"{', '.join(missing)} must act, but you gave no action for them")
        for seat in waiting:
            if self._table.outcome is None:
                self._table.give(seat, actions[self._table.agents[seat]])
        outcome = self._table.outcome
        scores = outcome.scores if outcome else (0.0,) * len(self.agents)
        rewards = {agent: float(scores[self._seats[agent]]) for agent in self.agents}
        over = dict.fromkeys(self.agents, outcome is not None)
        result = self._observations(), rewards, over, dict.fromkeys(self.agents, False), self._infos()
        if outcome:
            self.agents = []
        return result

    def spelled(self, agent: str, action: Any) -> list[Any]:
        """The actions, one per step, with which this agent gives this answer of the game."""
        return self._table.spelled(self._seats[agent], action)

    def _observations(self) -> ByAgent:
        return {agent: self._table.observation(self._seats[agent]) for agent in self.agents}

    def _infos(self) -> ByAgent:
        return {agent: self._table.info(self._seats[agent]) for agent in self.agents}
