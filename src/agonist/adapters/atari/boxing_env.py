"""The ring: PettingZoo's environment, stepped frame by frame, and the boxers' data in its memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from agonist.core import Seat, UsageError
from agonist.extras import install

ACTIONS: Final = (
    *("wait", "punch", "up", "right", "left", "down", "up-right", "up-left", "down-right", "down-left"),
    *("punch up", "punch right", "punch left", "punch down"),
    *("punch up-right", "punch up-left", "punch down-right", "punch down-left"),
)
"""The joystick in the order of the Arcade Learning Environment; "punch" is its button."""

WAIT: Final = "wait"
KNOCKOUT: Final = 100
"""Points at which a boxer is knocked out."""

# Addresses in the console's memory (Anand et al., 2019, Atari Annotated RAM Interface). Points are
# binary-coded decimals, except for a knockout, as the Arcade Learning Environment reads them.
X: Final = (32, 33)
Y: Final = (34, 35)
POINTS: Final = (18, 19)
TIME: Final = 17
KNOCKED_OUT: Final = 0xC0

MakeEnv: TypeAlias = Callable[[], Any]
"""Makes a parallel environment whose agents (white, then black) observe the memory of the console."""


@dataclass(frozen=True, slots=True)
class BoxersView:
    """What both boxers see: everything.

    `x` grows to the right and `y` downwards, in pixels, white's first. `points` are read from the console's
    memory, because a reward is only the difference, which is 0 for two punches in one frame. `time` is the
    clock in that memory.
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
            raise UsageError(f"a fight is between two, but this environment has {len(self._agents)} agents")
        observations, _ = self._env.reset(seed=seed)
        self.seen = _read(observations[self._agents[0]], "")

    def step(self, actions: Sequence[str], frames: int = 1) -> None:
        """Hold both joysticks for this many frames, or to the end of the fight."""
        held = {agent: ACTIONS.index(action) for agent, action in zip(self._agents, actions, strict=True)}
        for _ in range(frames):
            if self.seen.over:
                return
            observations, _, ended, cut, _ = self._env.step(held)
            memory, over = observations[self._agents[0]], ""
            if any(ended.values()):
                out = max(_points(memory)) >= KNOCKOUT
                over = "knockout" if out else "the two minutes are over"
            elif any(cut.values()):
                over = "the environment reached its limit"
            self.seen = _read(memory, over)

    def close(self) -> None:
        """Close the environment."""
        self._env.close()


def _read(memory: Sequence[int], over: str) -> BoxersView:
    return BoxersView(
        (int(memory[X[0]]), int(memory[X[1]])),
        (int(memory[Y[0]]), int(memory[Y[1]])),
        _points(memory),
        int(memory[TIME]),
        over,
    )


def _points(memory: Sequence[int]) -> tuple[int, int]:
    white, black = (points_in(int(memory[at])) for at in POINTS)
    return white, black


def points_in(byte: int) -> int:
    """The points that a byte of the console's memory encodes.

    >>> points_in(0x42), points_in(KNOCKED_OUT)
    (42, 100)
    """
    return KNOCKOUT if byte == KNOCKED_OUT else 10 * (byte >> 4) + (byte & 15)


def pettingzoo_ring() -> Any:
    """PettingZoo's boxing. Raises `UsageError`, with what to install, if it or its ROM is missing."""
    try:
        from pettingzoo.atari import boxing_v2

        return boxing_v2.parallel_env(obs_type="ram", max_cycles=100_000)
    except ImportError as error:
        raise UsageError(f"Atari Boxing needs extra packages ({error}): {install('atari')}") from None
    except OSError as error:
        raise UsageError(
            f"the ROM of Atari Boxing is missing; AutoROM installs it (pip install autorom): {error}"
        ) from None


def opponent(seat: Seat) -> Seat:
    """The other boxer."""
    return 1 - seat
