"""Players: models with their prompting methods, searches, people, users' agents and simple players.

You may rely on the names in `__all__`; others may change.
"""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.players.model_call_record import ModelCall as ModelCall
    from agonist.players.options import BUILT_IN as BUILT_IN
    from agonist.players.options import OPTIONS as OPTIONS
    from agonist.players.player import Paused as Paused
    from agonist.players.player import Player, PlayerFactory, Question, SeatContext
    from agonist.players.prompting_methods import METHODS as METHODS
    from agonist.players.python_agents.context import AgentContext
    from agonist.players.python_agents.model_handle import ModelHandle
    from agonist.players.simple import RandomPlayer, ReferencePlayer
    from agonist.players.spec import PlayerSpec as PlayerSpec
    from agonist.players.spec import parse_player as parse_player

__all__ = [
    "AgentContext",
    "ModelHandle",
    "Player",
    "PlayerFactory",
    "Question",
    "RandomPlayer",
    "ReferencePlayer",
    "SeatContext",
]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "python_agents.context": ("AgentContext",),
        "python_agents.model_handle": ("ModelHandle",),
        "prompting_methods": ("METHODS",),
        "model_call_record": ("ModelCall",),
        "options": ("BUILT_IN", "OPTIONS"),
        "player": ("Paused", "Player", "PlayerFactory", "Question", "SeatContext"),
        "simple": ("RandomPlayer", "ReferencePlayer"),
        "spec": ("PlayerSpec", "parse_player"),
    },
)
