"""What a game is. Nothing here depends on words, players or matches; standard library only.

You may rely on the names in `__all__`; others may change.
"""

from agonist.core.ask import (
    Amount,
    Ask,
    Choice,
    Form,
    Menu,
    Pick,
    Speech,
    Split,
    form,
    menu,
    uniform,
)
from agonist.core.chance_asks import Draw, Shuffle
from agonist.core.errors import (
    AgonistError,
    GameError,
    IllegalAction,
    InvalidAnswer,
    UsageError,
)
from agonist.core.errors import (
    AmbiguousAnswer as AmbiguousAnswer,
)
from agonist.core.errors import (
    EmptyAnswer as EmptyAnswer,
)
from agonist.core.errors import (
    LateAnswer as LateAnswer,
)
from agonist.core.errors import (
    OutOfAllowance as OutOfAllowance,
)
from agonist.core.errors import (
    OutOfTime as OutOfTime,
)
from agonist.core.errors import (
    RefusedAnswer as RefusedAnswer,
)
from agonist.core.errors import (
    TruncatedAnswer as TruncatedAnswer,
)
from agonist.core.errors import (
    UnreadableAnswer as UnreadableAnswer,
)
from agonist.core.errors import (
    nearest as nearest,
)
from agonist.core.event_log import Event, Log, add_event, events_for, log_of
from agonist.core.game import Game, Traits
from agonist.core.nearest_fraction import nearest_fraction
from agonist.core.options import option
from agonist.core.outcome import Outcome, ranked, sides
from agonist.core.plurals import counted
from agonist.core.recordable_answers import plain as plain
from agonist.core.round_games import RepeatedGame, RoundGame, RoundState, RoundView
from agonist.core.seats import CHANCE, Moves, Seat, player_name
from agonist.core.silent_fallback_answers import in_silence as in_silence

__all__ = [
    "CHANCE",
    "AgonistError",
    "Amount",
    "Ask",
    "Choice",
    "Draw",
    "Event",
    "Form",
    "Game",
    "GameError",
    "IllegalAction",
    "InvalidAnswer",
    "Log",
    "Menu",
    "Moves",
    "Outcome",
    "Pick",
    "RepeatedGame",
    "RoundGame",
    "RoundState",
    "RoundView",
    "Seat",
    "Shuffle",
    "Speech",
    "Split",
    "Traits",
    "UsageError",
    "add_event",
    "counted",
    "events_for",
    "form",
    "log_of",
    "menu",
    "nearest_fraction",
    "option",
    "player_name",
    "ranked",
    "sides",
    "uniform",
]
