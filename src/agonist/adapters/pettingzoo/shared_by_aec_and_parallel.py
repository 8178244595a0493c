"""What the AEC and the parallel environment share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gymnasium import spaces

from agonist.adapters.gymnasium.observations_of_our_games import NO_STEP, Observations
from agonist.adapters.gymnasium.stepped_match import SteppedMatch
from agonist.core import Ask, UsageError
from agonist.match import Record


class NotReset(UsageError, AttributeError):
    """What an environment has only after `reset` was asked for before it."""


class MatchEnv:
    """Agents, spaces, words and the record of one match. `player_0` is seat 0, called Player 1 in words."""

    def __init__(self, match: SteppedMatch, text: bool) -> None:
        self._match, self._seen = match, Observations(match, text)
        self.metadata: dict[str, Any] = {
            "name": f"{match.game.name}_v{match.game.version}",
            "render_modes": ["ansi"],
        }
        self.render_mode = "ansi"
        self.possible_agents = [f"player_{seat}" for seat in range(match.game.seats)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: self._seen.action_space() for agent in self.possible_agents}
        self.observation_spaces = {agent: self._seen.space() for agent in self.possible_agents}

    def __getattr__(self, name: str) -> Any:
        # Reached only by names that are not set: agents and rewards before the first deal, among others.
        raise NotReset(f"{type(self).__name__} has no {name!r}, or has it only after reset()")

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def text(self, agent: str) -> str:
        """What the agent is told: the scene, the question if it is asked one, and the steps it has given."""
        return self._seen.text(self._seats[agent])

    def view(self, agent: str) -> Any:
        """What the agent may know of the state, as the game's own value."""
        return self._match.view(self._seats[agent])

    def ask(self, agent: str) -> Ask | None:
        """The question to the agent; `None` once its answer is complete, or if it is asked nothing."""
        seat = self._seats[agent]
        return self._match.asks[seat] if seat in self._match.steps else None

    def options(self, agent: str) -> Mapping[int, Any]:
        """The meaning of each number that the agent may give now; empty if the step is a text."""
        return self._match.steps.get(self._seats[agent], NO_STEP).options

    def render(self) -> str:
        """What a bystander sees, in words."""
        match = self._match
        return match.kit.words.scene(match.game, match.view(None))

    def close(self) -> None:
        """Does nothing: there are no resources to release."""

    @property
    def rules(self) -> str:
        """The rules, as every player gets them before the game."""
        return self._match.kit.words.rules(self._match.game)

    @property
    def record(self) -> Record:
        """The match so far, to be kept or replayed."""
        return self._match.record
