"""Atari Boxing, as PettingZoo plays it (`pip install 'agonist[atari]'` and, for the ROM, `AutoROM`).

With a deterministic clock it is a game like any other, in which an answer lasts a fixed number of frames:

    agonist play agonist.adapters.atari:KIT random reference

In real time, `fight` does not stop the clock while players think.
"""

from agonist.adapters.atari.boxing import KIT, AtariBoxing, BoxingState, BoxingView, boxing_kit
from agonist.adapters.atari.live import Bout, Clock, WallClock, fight
from agonist.adapters.atari.ring import ACTIONS, BoxersView, Ring, pettingzoo_ring

__all__ = [
    "ACTIONS",
    "KIT",
    "AtariBoxing",
    "Bout",
    "BoxersView",
    "BoxingState",
    "BoxingView",
    "Clock",
    "Ring",
    "WallClock",
    "boxing_kit",
    "fight",
    "pettingzoo_ring",
]
