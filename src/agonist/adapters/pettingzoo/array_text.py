"""Environments in words: arrays as rows of numbers, unless the user gives a function for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from agonist.adapters.pettingzoo.environment_replay import EnvState, EnvView
from agonist.core import Ask, player_name
from agonist.kit import Words


@dataclass(frozen=True)
class EnvWords(Words[Any, Any]):
    """Texts of a game. `about`: its rules; `called`: names of actions; `first`: the lowest action."""

    agents: tuple[str, ...]
    about: str
    called: Callable[[int], str]
    first: int

    def rules(self, game: Any) -> str:
        names = (f"{player_name(seat)} is {agent}" for seat, agent in enumerate(self.agents))
        about = self.about.strip() or self.prompts.fill("unexplained", game=game.name)
        return self.prompts.fill("rules", about=about, players=", ".join(names))

    def scene(self, game: Any, view: EnvState | EnvView) -> str:
        seen = self._seen(game, view)
        if seen.seat is None:
            return self.prompts.fill("watched", moves=seen.moves)
        if not seen.agent:
            return self.prompts.fill("before", player=player_name(seen.seat))
        return self.prompts.fill(
            "over" if seen.over else "scene",
            player=player_name(seen.seat),
            agent=seen.agent,
            text=seen.text.rstrip() or self.prompts.fill("nothing"),
            reward=f"{seen.reward:g}",
        )

    def request(self, game: Any, view: EnvState | EnvView, ask: Ask) -> str:
        del view
        return self.prompts.fill(ask.about)

    def label(self, view: EnvState | EnvView, key: str, option: Any) -> str:
        del view, key
        return self.called(option)

    def hint(self, view: EnvState | EnvView, key: str) -> str:
        del view, key
        return self.prompts.fill("hint", action=self.called(self.first))

    @staticmethod
    def _seen(game: Any, view: EnvState | EnvView) -> EnvView:
        """What an agent sees. If the view is the state: the agent to move, or at the end the first."""
        if isinstance(view, EnvView):
            return view
        frame = game.replayer.frame(view)
        seen: EnvView = frame.views[frame.mover]
        return seen


def rendered(observation: Any, agent: str, info: Mapping[str, Any]) -> str:
    """An observation as plain text: rows of numbers, the planes of a stack one by one, parts by name.

    The last axis of a stack counts its planes, as in PettingZoo's boards.

    >>> print(rendered({"hand": np.array([1, 0]), "turn": 3}, "player_0", {}))
    hand: 1 0
    turn: 3
    """
    del agent, info
    if isinstance(observation, Mapping):
        return "\n".join(_part(str(key), rendered(part, "", {})) for key, part in observation.items())
    array = np.asarray(observation)
    if not np.issubdtype(array.dtype, np.number) and array.dtype != np.bool_:
        return str(observation)
    if array.ndim < 2:
        return " ".join(f"{float(number):g}" for number in array.ravel())
    if array.ndim == 2:
        return "\n".join(rendered(row, "", {}) for row in array)
    planes = (rendered(array[..., n], "", {}) for n in range(array.shape[-1]))
    return "\n".join(_part(f"plane {n}", plane) for n, plane in enumerate(planes, 1))


def _part(name: str, text: str) -> str:
    return f"{name}:\n{text}" if "\n" in text else f"{name}: {text}"
