"""Players: models with their prompting methods, searches, people, users' agents and simple players."""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.players.methods import METHODS
    from agonist.players.model_call import ModelCall
    from agonist.players.options import BUILT_IN, BUILT_IN_HELP, HTTP_OPTIONS, MODEL_OPTIONS
    from agonist.players.player import Paused, Player, PlayerFactory, Question, SeatContext
    from agonist.players.spec import PlayerSpec, parse_player

__all__ = [
    "BUILT_IN",
    "BUILT_IN_HELP",
    "HTTP_OPTIONS",
    "METHODS",
    "MODEL_OPTIONS",
    "ModelCall",
    "Paused",
    "Player",
    "PlayerFactory",
    "PlayerSpec",
    "Question",
    "SeatContext",
    "parse_player",
]

__getattr__ = on_demand(
    __name__,
    {
        "methods": ("METHODS",),
        "model_call": ("ModelCall",),
        "options": ("BUILT_IN", "BUILT_IN_HELP", "HTTP_OPTIONS", "MODEL_OPTIONS"),
        "player": ("Paused", "Player", "PlayerFactory", "Question", "SeatContext"),
        "spec": ("PlayerSpec", "parse_player"),
    },
)
