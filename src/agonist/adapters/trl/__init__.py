"""Our games for TRL's GRPO (1.16): self-play and matches against players, as rollouts or as an environment.

You may rely on the names in `__all__`; others may change.
"""

try:
    import trl as _trl  # noqa: F401  imported only to say what to install if it is missing
except ModuleNotFoundError as missing:
    if missing.name != "trl":
        raise
    from agonist.core import UsageError
    from agonist.extras import install

    raise UsageError(f"TRL is not installed, and this needs it: {install('trl')}") from None

from agonist.adapters.trl.environment import game_environment
from agonist.adapters.trl.rollout_function import GameRollouts, outcome_reward

__all__ = ["GameRollouts", "game_environment", "outcome_reward"]
