"""What a game is. Nothing here depends on words, players or matches; standard library only."""

from agonist.core.ask import (
    Amount,
    Ask,
    Choice,
    Draw,
    Form,
    Menu,
    Pick,
    Shuffle,
    Speech,
    Split,
    form,
    menu,
    uniform,
)
from agonist.core.counting import counted
from agonist.core.errors import (
    AgonistError,
    AmbiguousAnswer,
    EmptyAnswer,
    GameError,
    IllegalAction,
    InvalidAnswer,
    LateAnswer,
    OutOfTime,
    RefusedAnswer,
    TruncatedAnswer,
    UnreadableAnswer,
    UsageError,
    nearest,
)
from agonist.core.game import Game, Traits
from agonist.core.log import Event, Log, add_event, events_for, log_of
from agonist.core.options import option
from agonist.core.outcome import Outcome, ranked, sides
from agonist.core.plain import plain
from agonist.core.ratio import nearest_fraction
from agonist.core.rounds import RepeatedGame, RoundGame, RoundState, RoundView
from agonist.core.seats import CHANCE, Moves, Seat, player_name
from agonist.core.silence import in_silence

__all__ = [
    "CHANCE",
    "AgonistError",
    "AmbiguousAnswer",
    "Amount",
    "Ask",
    "Choice",
    "Draw",
    "EmptyAnswer",
    "Event",
    "Form",
    "Game",
    "GameError",
    "IllegalAction",
    "InvalidAnswer",
    "LateAnswer",
    "Log",
    "Menu",
    "Moves",
    "OutOfTime",
    "Outcome",
    "Pick",
    "RefusedAnswer",
    "RepeatedGame",
    "RoundGame",
    "RoundState",
    "RoundView",
    "Seat",
    "Shuffle",
    "Speech",
    "Split",
    "Traits",
    "TruncatedAnswer",
    "UnreadableAnswer",
    "UsageError",
    "add_event",
    "counted",
    "events_for",
    "form",
    "in_silence",
    "log_of",
    "menu",
    "nearest",
    "nearest_fraction",
    "option",
    "plain",
    "player_name",
    "ranked",
    "sides",
    "uniform",
]
