"""PettingZoo (Terry et al., 2021) both ways: our games as its environments, its environments as our games.

>>> env = aec_env("tictactoe", seed=1)
>>> env.reset()
>>> env.action_space("player_0").n, env.options("player_0")[8]
(np.int64(9), (3, 3))
>>> env.last()[0]["observation"]["board"].shape
(3, 3, 3)

In the other direction, `game_of_env` makes the kit of a game from any AEC environment with discrete actions.
On the command line it is named `module:KIT`, like any game of a user.

You may rely on the names in `__all__`; others may change.
"""

from agonist.extras import expect_library

expect_library("pettingzoo", "PettingZoo", "pettingzoo")

from agonist.adapters.pettingzoo.aec_env import aec_env
from agonist.adapters.pettingzoo.environment_game import game_of_env
from agonist.adapters.pettingzoo.parallel_env import parallel_env

__all__ = ["aec_env", "game_of_env", "parallel_env"]
