"""Our games for OpenEnv (0.10): each seat is an environment, served by OpenEnv's server or used directly.

You may rely on the names in `__all__`; others may change.
"""

from agonist.extras import expect_library

expect_library("openenv", "OpenEnv", "openenv")

from agonist.adapters.openenv.environment import GameAction, GameEnvironment, GameObservation, GameState
from agonist.adapters.openenv.server import app_of
from agonist.adapters.openenv.sessions_for_trainers import GameSession, GameSessionFactory

__all__ = [
    "GameAction",
    "GameEnvironment",
    "GameObservation",
    "GameSession",
    "GameSessionFactory",
    "GameState",
    "app_of",
]
