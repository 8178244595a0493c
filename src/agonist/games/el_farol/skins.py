"""The El Farol bar under other names, and with a bar that is never or always crowded."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins
from agonist.kit.two_action_stories import STORIES

SKINS: Final = Skins(
    words={
        "El Farol Bar": "two ways",
        "each round is an evening on which all of you would like to go to the same small bar": (
            "In each round all of you would like to {one}, for which there is little room"
        ),
        "go to the bar": "{one}",
        "going to the bar": "{one}ing",
        "the bar is crowded": "it is too full",
        "the bar is not crowded": "it is not too full",
        "the bar was crowded": "it was too full",
        "the bar was not crowded": "it was not too full",
        "more fun": "better",
        "less fun": "worse",
        "fun": "profit",
        "go": "{one}",
        "goes": "{one}s",
        "going": "{one}ing",
        "went": "{one}ed",
        "stay": "{other}",
        "stay home": "{other}",
        "stay at home": "{other}",
        "stays home": "{other}s",
        "stayed home": "{other}ed",
        "staying": "{other}ing",
        "staying home": "{other}ing",
    },
    stories=STORIES,
    plain_only=frozenset({"attend", "go out", "go to bar", "home", "not attend", "not be going to the bar"}),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "there is no room for anybody, so that to stay is dominant", lambda _rng, _game: {"ratio": 0}
    ),
    Counterfactual(
        "there is room for everybody, so that to go is dominant", lambda _rng, _game: {"ratio": 1}
    ),
)
