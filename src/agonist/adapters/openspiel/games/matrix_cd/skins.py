"""Chicken under other names, and with its names exchanged."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Skins, exchanged
from agonist.kit.two_action_stories import STORIES

SKINS: Final = Skins(
    words={
        "playing Chicken": "playing a round of two ways",
        "dare": "{one}",
        "chicken": "{other}",
        "against a chicken": "against a {other}er",
        "against a dare": "against a {one}er",
    },
    stories=STORIES,
    plain_only=frozenset({"c", "d"}),
)

COUNTERFACTUALS: Final = exchanged(
    "the names are exchanged, so that two who are called chickens get nothing",
    ("dare", "chicken"),
    kept="playing Chicken",
)
