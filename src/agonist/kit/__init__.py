"""What a game brings along besides its rules: words, a reference player, and what the contract need."""

from agonist.kit.code import code_of
from agonist.kit.guard import guarded
from agonist.kit.kit import Kit, Playouts
from agonist.kit.options import make_game, option_texts, typed_options
from agonist.kit.rounds import RoundWords
from agonist.kit.wire import Heard, Wire, WireMessage
from agonist.kit.words import Words

__all__ = [
    "Heard",
    "Kit",
    "Playouts",
    "RoundWords",
    "Wire",
    "WireMessage",
    "Words",
    "code_of",
    "guarded",
    "make_game",
    "option_texts",
    "typed_options",
]
