"""The prisoner's dilemma in one round under other names, and with its names exchanged."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Skins, exchanged
from agonist.kit.two_action_stories import STORIES

SKINS: Final = Skins(
    words={
        "the Prisoner's Dilemma": "a round of two ways",
        "Prisoner's Dilemma": "two ways",
        "cooperate": "{one}",
        "defect": "{other}",
    },
    stories=STORIES,
    plain_only=frozenset({"c", "d"}),
)

COUNTERFACTUALS: Final = exchanged(
    "the names are exchanged, so that what is called to cooperate is dominant", ("cooperate", "defect")
)
