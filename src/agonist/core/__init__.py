"""What a game is. Nothing here knows of words, players or matches; standard library only."""

from agonist.core.ask import Amount, Ask, Choice, Draw, Form, Menu, Pick, Shuffle, Speech, Split, form, menu
from agonist.core.errors import (
    AgonistError,
    AmbiguousAnswer,
    BadAnswer,
    EmptyAnswer,
    GameError,
    IllegalAction,
    LateAnswer,
    TruncatedAnswer,
    UnreadableAnswer,
    UsageError,
    nearest,
)
from agonist.core.game import Game, RoundGame, Traits
from agonist.core.log import Event, Log, heard, tell
from agonist.core.outcome import Outcome
from agonist.core.seats import NATURE, Moves, Seat, player_name

__all__ = [
    "NATURE",
    "AgonistError",
    "AmbiguousAnswer",
    "Amount",
    "Ask",
    "BadAnswer",
    "Choice",
    "Draw",
    "EmptyAnswer",
    "Event",
    "Form",
    "Game",
    "GameError",
    "IllegalAction",
    "LateAnswer",
    "Log",
    "Menu",
    "Moves",
    "Outcome",
    "Pick",
    "RoundGame",
    "Seat",
    "Shuffle",
    "Speech",
    "Split",
    "Traits",
    "TruncatedAnswer",
    "UnreadableAnswer",
    "UsageError",
    "form",
    "heard",
    "menu",
    "nearest",
    "player_name",
    "tell",
]
