"""Replaying actions in environments to reach a state, and reading what agents observe there.

An environment cannot be copied, so a state is a seed and the actions since `reset`, and an environment
reaches it by playing them. If a kept environment is one action behind, it is used, so that a match needs one
step per move.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from threading import RLock
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium.spaces import Discrete

from agonist.core import GameError, Seat, UsageError

ENVIRONMENTS: Final = 128
FRAMES: Final = 4096
"""Environments kept open for each game, and observations kept; more concurrent matches only cost time, since
moves are replayed."""

Render: TypeAlias = Callable[[Any, str, Mapping[str, Any]], str]
"""(observation, agent, info) -> what this agent sees, in words."""


@dataclass(frozen=True, slots=True)
class EnvState:
    """The seed of `reset`, once chance has given it, and every action since."""

    seed: int | None = None
    actions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EnvView:
    """What one agent observed; a bystander (seat `None`) sees only the number of moves."""

    seat: Seat | None
    agent: str
    moves: int
    text: str = ""
    observation: Any = None
    """The environment's observation without its action mask: arrays as tuples, mappings as tuples of
    pairs."""
    reward: float = 0.0
    """All rewards so far."""
    over: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """The observable data of a state. `reason` is empty while the game goes on."""

    mover: Seat
    legal: tuple[int, ...]
    views: tuple[EnvView, ...]
    reason: str

    @property
    def scores(self) -> tuple[float, ...]:
        return tuple(view.reward for view in self.views)


class OpenEnvironment:
    """One open environment and the actions that it has played."""

    def __init__(self, env: Any, seed: int) -> None:
        self.env = env
        env.reset(seed=seed)
        self.agents = tuple(env.possible_agents)
        self._rewards = dict.fromkeys(self.agents, 0.0)
        self._gone: dict[str, tuple[Any, Mapping[str, Any]]] = {}
        self._cut_off = False
        self._bury()

    def step(self, action: int) -> None:
        self.env.step(action)
        for agent, reward in self.env.rewards.items():
            self._rewards[agent] += float(reward)
        self._bury()

    def _bury(self) -> None:
        """Step agents that are done with `None`, as the interface demands; keep their last observations."""
        env = self.env
        for agent in env.agents:
            if env.terminations[agent] or env.truncations[agent]:
                self._gone[agent] = env.observe(agent), dict(env.infos[agent])
                self._cut_off = self._cut_off or bool(env.truncations[agent])
        while env.agents and env.agent_selection in self._gone:
            env.step(None)

    def frame(self, moves: int, render: Render) -> Frame:
        views = tuple(self._view(seat, agent, moves, render) for seat, agent in enumerate(self.agents))
        if not self.env.agents:
            reason = (
                "the environment was cut off at its limit" if self._cut_off else "the environment is done"
            )
            return Frame(0, (), views, reason)
        agent = self.env.agent_selection
        return Frame(self.agents.index(agent), self._legal(agent), views, "")

    def _view(self, seat: Seat, agent: str, moves: int, render: Render) -> EnvView:
        if agent in self._gone:
            seen, info = self._gone[agent]
        elif agent in self.env.agents:
            seen, info = self.env.observe(agent), self.env.infos[agent]
        else:
            seen, info = None, {}
        text = "" if seen is None else render(bare(seen), agent, info)
        over = agent in self._gone or not self.env.agents
        return EnvView(seat, agent, moves, text, as_tuples(bare(seen)), self._rewards[agent], over)

    def _legal(self, agent: str) -> tuple[int, ...]:
        """The actions that the mask in the observation or else in the info allows; all without a mask."""
        space, seen, info = self.env.action_space(agent), self.env.observe(agent), self.env.infos[agent]
        mask = (seen if isinstance(seen, Mapping) and "action_mask" in seen else info).get("action_mask")
        first, count = first_and_count(space, agent)
        if mask is None:
            return tuple(range(first, first + count))
        legal = tuple(first + int(n) for n in np.flatnonzero(np.asarray(mask)))
        if not legal:
            raise GameError(f"{self.env}: {agent} must act, but its action mask allows nothing")
        return legal


class Replayer:
    """Frames for states; safe to use from several threads."""

    def __init__(self, make_env: Callable[[], Any], render: Render) -> None:
        self._make_env, self._render = make_env, render
        self._lock = RLock()
        self._runs: OrderedDict[EnvState, OpenEnvironment] = OrderedDict()
        self._frames: OrderedDict[EnvState, Frame] = OrderedDict()

    def frame(self, state: EnvState) -> Frame:
        """The observable data of a state with a known seed."""
        with self._lock:
            if state not in self._frames:
                run = self._run(state)
                _keep(self._frames, state, run.frame(len(state.actions), self._render), FRAMES)
                for old in _keep(self._runs, state, run, ENVIRONMENTS):
                    old.env.close()
            self._frames.move_to_end(state)
            return self._frames[state]

    def _run(self, state: EnvState) -> OpenEnvironment:
        assert state.seed is not None
        before = EnvState(state.seed, state.actions[:-1])
        if state.actions and (run := self._runs.pop(before, None)):
            run.step(state.actions[-1])
            return run
        run = OpenEnvironment(self._make_env(), state.seed)
        for action in state.actions:
            run.step(action)
        return run


def first_and_count(space: Any, agent: str) -> tuple[int, int]:
    """The range of an agent's actions. Raises `UsageError` if they are not discrete."""
    if not isinstance(space, Discrete):
        raise UsageError(
            f"the actions of {agent} are {space}; only environments with Discrete actions are games"
        )
    return int(space.start), int(space.n)


def bare(seen: Any) -> Any:
    """An observation without its action mask; if only `observation` is left in a mapping, that value.

    >>> bare({"observation": 3, "action_mask": [1, 0]})
    3
    """
    if not isinstance(seen, Mapping):
        return seen
    rest = {key: part for key, part in seen.items() if key != "action_mask"}
    return rest["observation"] if list(rest) == ["observation"] else rest


def as_tuples(value: Any) -> Any:
    """A value as tuples, texts and numbers.

    >>> as_tuples({"hand": np.array([[1, 2]]), "turn": np.int8(3)})
    (('hand', ((1, 2),)), ('turn', 3))
    """
    if isinstance(value, Mapping):
        return tuple((str(key), as_tuples(part)) for key, part in value.items())
    if isinstance(value, np.ndarray | np.generic):
        return as_tuples(value.tolist())
    if isinstance(value, list | tuple):
        return tuple(map(as_tuples, value))
    return value if value is None or isinstance(value, str | int | float) else str(value)


def _keep(cache: OrderedDict[EnvState, Any], state: EnvState, value: Any, most: int) -> list[Any]:
    """Keep this value too; returns the oldest ones beyond the limit, which are no longer kept."""
    cache[state] = value
    return [cache.popitem(last=False)[1] for _ in range(len(cache) - most)]
