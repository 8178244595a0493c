"""A game of ours as an environment in which agents act one after another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from agonist.adapters.pettingzoo.stepped_match import Illegal, MatchEnv, SteppedMatch


def aec_env(
    target: str,
    *,
    seed: int | str = 0,
    illegal: Illegal = "forfeit",
    length: int = 4096,
    prompts: Path | None = None,
) -> AECEnv[str, Any, Any]:
    """The environment for a game with options, such as `connect_four?rows=5` or `module:KIT`.

    `seed`: the seed of chance until `reset` gets another; `reset(seed=7)` deals like a match with seed 7.
    `illegal`: how illegal actions are handled, see `Illegal`. `length`: bytes of text in an observation; of
    longer texts only the end is kept, while `infos` has all of it. `prompts`: a folder of custom prompts.

    The rewards are the scores of the outcome, all given at the end. Seats that move simultaneously act one
    after another here, without seeing the others' answers.
    """
    return OrderEnforcingWrapper(GameEnv(SteppedMatch(target, seed, illegal, length, prompts)))


class GameEnv(MatchEnv, AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """One match at a time; `record` replays it with the tools for all matches.

    `infos[agent]` has `text`, `view`, `ask`, `options` (the meaning of each number that is allowed now), and
    `action_mask`, an argument for `action_space(agent).sample`. Where players talk, an action is
    `{"option": number, "text": text}`, of which only the part that the step needs is read.
    """

    def __init__(self, table: SteppedMatch) -> None:
        super().__init__(table)
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a match. Without a seed, the next one in the series that the last seed started.

        `options["script"]` gives chance's first answers to each question, by name; other options are ignored,
        so that wrappers may use them.
        """
        self._table.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection = None
        self._tell()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self._table.give(self._seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._tell()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, Any]:
        return self._table.observation(self._seats[agent])

    def spelled(self, action: Any) -> list[Any]:
        """The actions, one per step, with which the selected agent gives this answer of the game."""
        return self._table.spelled(self._seats[self.agent_selection], action)

    def _tell(self) -> None:
        """Update rewards, infos and the selected agent after the last step."""
        table = self._table
        self.infos = {agent: table.info(self._seats[agent]) for agent in self.agents}
        if outcome := table.outcome:
            self.rewards = {agent: float(outcome.scores[self._seats[agent]]) for agent in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = table.agents[table.waiting[0]]
