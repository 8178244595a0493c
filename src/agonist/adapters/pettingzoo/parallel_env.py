"""A game of ours as an environment in which agents act at the same time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

from pettingzoo import ParallelEnv

from agonist.adapters.gymnasium.stepped_match import Illegal, SteppedMatch
from agonist.adapters.pettingzoo.shared_by_aec_and_parallel import MatchEnv
from agonist.core import UsageError

ByAgent: TypeAlias = dict[str, Any]
"""A value for each agent, by name."""


def parallel_env(
    target: str,
    *,
    seed: int | str = 0,
    illegal: Illegal = "forfeit",
    text: bool = False,
    prompts: Path | None = None,
) -> ParallelEnv[str, Any, Any]:
    """The environment for a game with options; arguments are those of `aec_env`.

    Meant for games with simultaneous moves, but works for all games: an agent that is not asked has a mask of
    zeros, and its action is ignored.
    """
    return ParallelGameEnv(SteppedMatch(target, seed, illegal, prompts), text)


class ParallelGameEnv(MatchEnv, ParallelEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """One match at a time; observations, actions, infos and rewards are those of `GameEnv`."""

    def reset(self, seed: int | None = None, options: ByAgent | None = None) -> tuple[ByAgent, ByAgent]:
        """Deal a match, as `GameEnv.reset` does."""
        self._match.deal(seed, options)
        self.agents = list(self.possible_agents)
        return self._observed()

    def step(self, actions: Mapping[str, Any]) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """Play these actions; returns observations, rewards, terminations, truncations and infos.

        Raises `UsageError` if the action of an agent that is asked is missing.
        """
        match, agents = self._match, self.possible_agents
        waiting = list(match.steps)
        if missing := [agents[seat] for seat in waiting if agents[seat] not in actions]:
            raise UsageError(f"{', '.join(missing)} must act, but you gave no action for them")
        for seat in waiting:
            if not match.over:
                match.give(seat, actions[agents[seat]])
        outcome = match.outcome if match.over else None
        rewards = (
            {agent: float(outcome.scores[self._seats[agent]]) for agent in self.agents}
            if outcome
            else dict.fromkeys(self.agents, 0.0)
        )
        over = dict.fromkeys(self.agents, match.over)
        observations, infos = self._observed()
        result = observations, rewards, over, dict.fromkeys(self.agents, False), infos
        if match.over:
            self.agents = []
        return result

    def spelled(self, agent: str, action: Any) -> list[Any]:
        """The actions, one per step, with which this agent gives this answer of the game."""
        return self._match.spelled(self._seats[agent], action)

    def _observed(self) -> tuple[ByAgent, ByAgent]:
        """The observations and infos of all agents."""
        observations, infos = {}, {}
        for agent in self.agents:
            seat = self._seats[agent]
            mask = self._seen.mask(seat)
            observations[agent], infos[agent] = self._seen.of(seat, mask), self._seen.info(seat, mask)
        return observations, infos
