"""Atari Boxing, as PettingZoo plays it (the extra `atari` and, for the ROM, `AutoROM`).

With a deterministic clock it is a game like any other, in which an answer lasts a fixed number of frames:

    agonist play agonist.adapters.atari:KIT random reference

In real time, `fight` does not stop the clock while players think.

You may rely on the names in `__all__`; others may change.
"""

from agonist.adapters.atari.boxing import KIT
from agonist.adapters.atari.boxing_env import MakeEnv, pettingzoo_ring
from agonist.adapters.atari.real_time_fight import MOST_FRAMES, SPEED, Bout, fight

__all__ = ["KIT", "MOST_FRAMES", "SPEED", "Bout", "MakeEnv", "fight", "pettingzoo_ring"]
