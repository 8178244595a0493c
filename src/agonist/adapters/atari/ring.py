"""The ring: PettingZoo's environment, moved frame by frame, and what its memory says of the boxers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from agonist.core import Seat, UsageError

ACTIONS: Final = (
    *("wait", "punch", "up", "right", "left", "down", "up-right", "up-left", "down-right", "down-left"),
    *("punch up", "punch right", "punch left", "punch down"),
    *("punch up-right", "punch up-left", "punch down-right", "punch down-left"),
)
"""The joystick in the order of the Arcade Learning Environment; "punch" is its button."""

WAIT: Final = "wait"
KNOCKOUT: Final = 100
"""Points at which a boxer is knocked out."""

# Where the console keeps what is shown (Anand et al., 2019, Atari Annotated RAM Interface).
X: Final = (32, 33)
Y: Final = (34, 35)
TIME: Final = 17

MakeEnv: TypeAlias = Callable[[], Any]
"""Makes a parallel environment whose agents (white, then black) observe the memory of the console."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What both boxers see: everything.

    `x` grows to the right and `y` downwards, in pixels, white's first. `points` as told by rewards: a
    boxer's points are those that the other was penalized. `time` is the clock in the console's memory.
    """

    x: tuple[int, int]
    y: tuple[int, int]
    points: tuple[int, int] = (0, 0)
    time: int = 0
    over: str = ""
    """Why the fight is over; empty while it goes on."""


class Ring:
    """One fight. Not safe to share between threads: the environment is changed in place."""

    def __init__(self, make_env: MakeEnv, seed: int) -> None:
        self._env = make_env()
        self._agents = tuple(self._env.possible_agents)
        if len(self._agents) != 2:
            raise UsageError(f"a ring is for two, and this environment has {len(self._agents)} agents")
        observations, _ = self._env.reset(seed=seed)
        self.seen = _read(observations[self._agents[0]], (0, 0), "")

    def step(self, actions: Sequence[str], frames: int = 1) -> None:
        """Both joysticks held for so many frames, or to the end of the fight."""
        held = {agent: ACTIONS.index(action) for agent, action in zip(self._agents, actions, strict=True)}
        for _ in range(frames):
            if self.seen.over:
                return
            observations, rewards, ended, cut, _ = self._env.step(held)
            white, black = (
                mine + max(0, round(float(rewards[agent])))
                for mine, agent in zip(self.seen.points, self._agents, strict=True)
            )
            over = ""
            if any(ended.values()):
                over = "knockout" if max(white, black) >= KNOCKOUT else "the two minutes are over"
            elif any(cut.values()):
                over = "the environment reached its limit"
            self.seen = _read(observations[self._agents[0]], (white, black), over)

    def close(self) -> None:
        """Give the environment back."""
        self._env.close()


def _read(memory: Sequence[int], points: tuple[int, int], over: str) -> Seen:
    return Seen(
        (int(memory[X[0]]), int(memory[X[1]])),
        (int(memory[Y[0]]), int(memory[Y[1]])),
        points,
        int(memory[TIME]),
        over,
    )


def pettingzoo_ring() -> Any:
    """PettingZoo's boxing. Raises `UsageError`, saying what to install, where it or its ROM is missing."""
    try:
        from pettingzoo.atari import boxing_v2

        return boxing_v2.parallel_env(obs_type="ram", max_cycles=100_000)
    except ImportError as error:
        raise UsageError(
            f"Atari Boxing needs the extra atari: pip install 'agonist[atari]' ({error})"
        ) from None
    except OSError as error:
        raise UsageError(
            f"the ROM of Atari Boxing is missing; AutoROM installs it (pip install autorom): {error}"
        ) from None


def opponent(seat: Seat) -> Seat:
    """The other boxer."""
    return 1 - seat
