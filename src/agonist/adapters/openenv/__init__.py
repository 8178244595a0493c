"""Our games for OpenEnv (0.10): each seat is an environment, served by OpenEnv's server or used directly.

You may rely on the names in `__all__`; others may change.
"""

try:
    import openenv as _openenv  # noqa: F401  imported only to say what to install if it is missing
except ModuleNotFoundError as missing:
    if missing.name != "openenv":
        raise
    from agonist.core import UsageError
    from agonist.extras import install

    raise UsageError(f"OpenEnv is not installed, and this needs it: {install('openenv')}") from None

from agonist.adapters.openenv.environment import GameAction, GameEnvironment, GameObservation, GameState
from agonist.adapters.openenv.server import app_of
from agonist.adapters.openenv.training_sessions import GameSession, GameSessionFactory

__all__ = [
    "GameAction",
    "GameEnvironment",
    "GameObservation",
    "GameSession",
    "GameSessionFactory",
    "GameState",
    "app_of",
]
