"""What belongs to a game besides its rules: words, a reference player, pictures, and functions for its
checks."""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.kit.code import code_of
    from agonist.kit.guard import guarded
    from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note
    from agonist.kit.kit import Kit, Playouts
    from agonist.kit.options import make_game, option_texts, typed_options
    from agonist.kit.rounds import RoundWords
    from agonist.kit.wis_protocol import Situation, WisMessage, WisProtocol
    from agonist.kit.words import Words

__all__ = [
    "Course",
    "Indicator",
    "Indicators",
    "Kit",
    "Measurements",
    "Playouts",
    "RoundWords",
    "Situation",
    "WisMessage",
    "WisProtocol",
    "Words",
    "code_of",
    "guarded",
    "make_game",
    "note",
    "option_texts",
    "typed_options",
]

__getattr__ = on_demand(
    __name__,
    {
        "code": ("code_of",),
        "guard": ("guarded",),
        "indicators": ("Course", "Indicator", "Indicators", "Measurements", "note"),
        "kit": ("Kit", "Playouts"),
        "options": ("make_game", "option_texts", "typed_options"),
        "rounds": ("RoundWords",),
        "wis_protocol": ("Situation", "WisProtocol", "WisMessage"),
        "words": ("Words",),
    },
)
