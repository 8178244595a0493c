"""Rock, paper, scissors under other names, and with two of them exchanged."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

SKINS: Final = Skins(
    words={
        "Rock, Paper, Scissors": "{title}",
        "rock": "{one}",
        "paper": "{other}",
        "scissors": "{third}s",
    },
    stories=(
        Story(
            "Two conductors each call for an instrument.",
            {"title": "Instruments Bandstand", "one other third": "drum flute horn harp bell"},
        ),
        Story(
            "Two sailors each hoist a flag.",
            {"title": "Flags Signals", "one other third": "star anchor crown wave moon"},
        ),
    ),
    plain_only=frozenset({"r", "p", "s"}),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "names are exchanged, so that each choice beats the one that it lost to",
        exchanged=(("rock", "paper"),),
    ),
)
