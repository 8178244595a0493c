"""What belongs to a game besides its rules: words, a reference player, pictures, and functions for its
checks.

You may rely on the names in `__all__`; others may change.
"""

from typing import TYPE_CHECKING

from agonist.core.on_demand import on_demand

if TYPE_CHECKING:
    from agonist.kit.arrays import Array, Arrays
    from agonist.kit.guarded_kit import guarded as guarded
    from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note
    from agonist.kit.kit import CannotSample, Kit, Playouts, UciPosition
    from agonist.kit.limits_of_user_code import code_of as code_of
    from agonist.kit.options_from_text import make_game
    from agonist.kit.options_from_text import option_texts as option_texts
    from agonist.kit.options_from_text import typed_options as typed_options
    from agonist.kit.round_game_text import RoundWords
    from agonist.kit.text_interface import Words
    from agonist.kit.wis_protocol import Situation as Situation
    from agonist.kit.wis_protocol import WisMessage as WisMessage
    from agonist.kit.wis_protocol import WisProtocol as WisProtocol

__all__ = [
    "Array",
    "Arrays",
    "CannotSample",
    "Course",
    "Indicator",
    "Indicators",
    "Kit",
    "Measurements",
    "Playouts",
    "RoundWords",
    "UciPosition",
    "Words",
    "make_game",
    "note",
]

__getattr__, __dir__ = on_demand(
    __name__,
    {
        "arrays": ("Array", "Arrays"),
        "limits_of_user_code": ("code_of",),
        "guarded_kit": ("guarded",),
        "indicators": ("Course", "Indicator", "Indicators", "Measurements", "note"),
        "kit": ("CannotSample", "Kit", "Playouts", "UciPosition"),
        "options_from_text": ("make_game", "option_texts", "typed_options"),
        "round_game_text": ("RoundWords",),
        "wis_protocol": ("Situation", "WisProtocol", "WisMessage"),
        "text_interface": ("Words",),
    },
)
