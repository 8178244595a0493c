"""Rock, paper, scissors under other names, and with two of them exchanged; the same with unequal stakes."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Skins, Story, exchanged

STORIES: Final = (
    Story(
        "Two conductors each call for an instrument.",
        {"title": "Instruments Bandstand", "one other third": "drum flute horn harp bell"},
    ),
    Story(
        "Two sailors each hoist a flag.",
        {"title": "Flags Signals", "one other third": "star anchor crown wave moon"},
    ),
)


def skins(title: str) -> Skins:
    """The re-skins of the game with this title."""
    words = {title: "{title}", "rock": "{one}", "paper": "{other}", "scissors": "{third}s"}
    return Skins(words, STORIES, plain_only=frozenset({"r", "p", "s"}))


COUNTERFACTUALS: Final = exchanged(
    "names are exchanged, so that each choice beats the one that it lost to",
    ("rock", "paper"),
    kept="Rock, Paper, Scissors",
)
