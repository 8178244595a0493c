"""Our games for TRL's GRPO (1.16): self-play and matches against players, as rollouts or as an environment.

You may rely on the names in `__all__`; others may change.
"""

from agonist.extras import expect_library

expect_library("trl", "TRL", "trl")

from agonist.adapters.trl.environment import game_environment
from agonist.adapters.trl.rollout_function import GameRollouts, outcome_reward

__all__ = ["GameRollouts", "game_environment", "outcome_reward"]
