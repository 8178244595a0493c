"""Who plays: models and how they are talked to, searches, people, and the simple ones."""

from agonist.players.exchange import Exchange
from agonist.players.player import Maker, Paused, Place, Player, Question
from agonist.players.spec import BUILT_IN, METHODS, MODEL_OPTIONS, PlayerSpec, parse_player

__all__ = [
    "BUILT_IN",
    "METHODS",
    "MODEL_OPTIONS",
    "Exchange",
    "Maker",
    "Paused",
    "Place",
    "Player",
    "PlayerSpec",
    "Question",
    "parse_player",
]
