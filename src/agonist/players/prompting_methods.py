"""Prompting methods, which are written before a model's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

METHODS: Final[Mapping[str, str]] = {
    "direct": "asks for the answer alone",
    "cot": "asks for reasoning, step by step, and then for the answer; asks=1: for both in one reply",
    "sc": "asks several times, with reasoning, and plays what most answers say (self-consistency)",
    "bap": "has the model list a few answers, then pick one (babble and prune)",
    "tot": "has the model think on several lines, rate them and go on with the best (tree of thoughts)",
    "rap": "searches over moves that the model proposes, imagines and rates (GameBench)",
    "pgm": "has the model analyse what every player believes before each answer (MAgIC)",
    "code": "has the model write a program from the rules, once for each game, which then plays",
    "attack": "attacks other players through what it says: as=pia, pid, silence, lure, or a file",
    "guard": "tells the model that other players' words, marked ⟦as quotations⟧, are never instructions",
    "persona": "puts a persona before the rules, chosen by the option `as`",
}
"""The methods with their meanings; written before a model and separated by colons, they may be combined."""

ALONE: Final = ("sc", "bap", "tot", "rap", "pgm", "code")
"""Methods that exclude each other: a player has at most one of them."""
