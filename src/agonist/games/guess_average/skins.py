"""Guessing a part of the average under other names, and with a target above the average."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

SKINS: Final = Skins(
    words={
        "Guess 2/3 of the Average": "{title}",
        "number game": "game of {thing}s",
        "whole number": "{thing}, without fractions,",
        "the number of rounds you win": "how many rounds you win",
        "number": "{thing}",
        "numbers": "{thing}s",
        "target": "{goal}",
    },
    stories=(
        Story(
            "You tend one of the gates of a dyke. In every round the gates are set anew, each at a level.",
            {"title": "Dyke Gates_of_the_Dyke", "thing": "level", "goal": "waterline"},
        ),
        Story(
            "You tune one of the pipes of an organ. In every round each pipe is set anew, at a mark.",
            {"title": "Organ Pipes", "thing": "mark", "goal": "keynote"},
        ),
        Story(
            "You fly one of the kites over a field. In every round each kite is let out to a height.",
            {"title": "Kites Kite_Field", "thing": "height", "goal": "skyline"},
        ),
        Story(
            "You load one of the scales of a market hall. In every round each scale gets a weight.",
            {"title": "Scales Market_Hall", "thing": "weight", "goal": "standard"},
        ),
    ),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "the target is above the average, so good numbers rise to the top instead of falling to 0",
        lambda rng, _game: {"ratio": rng.choice((1.2, 1.25, 1.4, 1.5))},
    ),
)
