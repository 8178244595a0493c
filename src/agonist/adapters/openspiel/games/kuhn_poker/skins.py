"""Kuhn poker under other names, and with the names of its cards exchanged."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

ANIMALS: Final = "badger falcon heron lynx marten otter raven"

SKINS: Final = Skins(
    words={
        "Kuhn Poker, a poker game": "{title}, a card game",
        "jack": "{first}",
        "queen": "{second}",
        "king": "{third}",
        "ace": "{fourth}",
        "chip": "{thing}",
        "chips": "{thing}s",
        "pot": "{pool}",
        "fold": "yield",
        "folds": "yields",
        "check": "wait",
        "checks": "waits",
        "checked": "waited",
        "bet": "stake",
        "bets": "stakes",
        "has bet": "has staked",
        "who bet": "who staked",
        "call": "join",
        "calls": "joins",
        "called": "joined",
    },
    stories=(
        Story(
            "In a woodland inn guests play for acorn shells, with pictures of animals.",
            {
                "title": "Woodland Inn_Cards",
                "thing": "shell",
                "pool": "bowl",
                "first second third fourth": ANIMALS,
            },
        ),
        Story(
            "On a slow ferry passengers play for corks, with pictures of animals.",
            {
                "title": "Ferry Long_Crossing",
                "thing": "cork",
                "pool": "hat",
                "first second third fourth": ANIMALS,
            },
        ),
    ),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "the names are exchanged, so that a jack is worth more than a king",
        exchanged=(("jack", "king"),),
    ),
)
