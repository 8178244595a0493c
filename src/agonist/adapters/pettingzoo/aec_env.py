"""A game of ours as an environment in which agents act one after another."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pettingzoo import AECEnv

from agonist.adapters.gymnasium.stepped_match import Illegal, SteppedMatch
from agonist.adapters.pettingzoo.shared_by_aec_and_parallel import MatchEnv
from agonist.core import UsageError


def aec_env(
    target: str,
    *,
    seed: int | str = 0,
    illegal: Illegal = "forfeit",
    text: bool = False,
    prompts: Path | None = None,
) -> AECEnv[str, Any, Any]:
    """The environment for a game with options, such as `connect_four?rows=5` or `module:KIT`.

    `seed`: the seed of chance until `reset` gets another; `reset(seed=7)` deals like a match with seed 7.
    `illegal`: how illegal actions are handled, see `Illegal`. `prompts`: a folder of custom prompts. `text`:
    whether observations hold the text too. It takes far longer to write than arrays to fill, and
    `env.text(agent)` writes it whenever it is wanted; observations of a game without arrays always hold it.

    The rewards are the scores of the outcome, all given at the end. Seats that move simultaneously act one
    after another here, without seeing the others' answers.
    """
    return GameEnv(SteppedMatch(target, seed, illegal, prompts), text)


class GameEnv(MatchEnv, AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """One match at a time; `record` replays it with the tools for all matches.

    An observation is a dict of `observation`, the game's named arrays, of `action_mask`, and of `text` if it
    is wanted. `infos[agent]` of the agent to act has `action_mask`, an argument for
    `action_space(agent).sample`. Where players talk, an action is `{"option": number, "text": text}`, of
    which only the part that the step needs is read, and the mask in the observation is `option_mask`.

    Before `reset`, agents and rewards do not exist. PettingZoo's own wrapper that enforces the order of calls
    takes longer than a move of most games, so it is left to whoever wants it.
    """

    def __init__(self, match: SteppedMatch, text: bool) -> None:
        super().__init__(match, text)
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a match. Without a seed, the next one in the series that the last seed started.

        `options["script"]` gives chance's first answers to each question, by name; other options are ignored,
        so that wrappers may use them.
        """
        self._match.deal(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._next()

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self._match.over:
            self._bury(action)
            return
        self._match.give(self._seats[agent], action)
        self.infos[agent] = {}
        self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        selected = agent == self.agent_selection and not self._match.over
        return self._seen.of(seat, self._mask if selected else self._seen.mask(seat))

    def spelled(self, action: Any) -> list[Any]:
        """The actions, one per step, with which the selected agent gives this answer of the game."""
        return self._match.spelled(self._seats[self.agent_selection], action)

    def _next(self) -> None:
        """Select the next agent, or give the rewards."""
        if self._match.over:
            outcome = self._match.outcome
            assert outcome is not None
            self.rewards = {agent: float(outcome.scores[self._seats[agent]]) for agent in self.agents}
            self._cumulative_rewards = dict(self.rewards)
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        seat = next(iter(self._match.steps))
        self.agent_selection = agent = self.possible_agents[seat]
        self._mask = self._seen.mask(seat)
        self.infos[agent] = self._seen.info(seat, self._mask)

    def _bury(self, action: Any) -> None:
        if not self.agents:
            raise UsageError("the match is over, and every agent has had its last step; call reset()")
        self._was_dead_step(action)
