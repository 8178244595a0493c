"""Gymnasium (Towers et al., 2024): a game as the environment of one seat, against players of ours.

>>> import gymnasium
>>> env = gymnasium.make("agonist/connect_four-v0", opponents=("random",))
>>> observation, info = env.reset(seed=7)
>>> observation["board"].shape, info["action_mask"].tolist()
((3, 6, 7), [1, 1, 1, 1, 1, 1, 1])

Importing this module registers `agonist/NAME-v0` for each of our games; `SeatEnv` is for any game. The
encoding of games as arrays, masks and numbered actions is here, and PettingZoo's adapter uses it.

You may rely on the names in `__all__`; others may change.
"""

from agonist.extras import expect_library

expect_library("gymnasium", "Gymnasium", "gymnasium")

import gymnasium

from agonist.adapters.gymnasium.seat_env import SeatEnv
from agonist.games import NAMES

__all__ = ["SeatEnv"]

for _name in NAMES:
    gymnasium.register(
        f"agonist/{_name}-v0",
        entry_point="agonist.adapters.gymnasium.seat_env:SeatEnv",
        kwargs={"target": _name},
    )
