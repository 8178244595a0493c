"""Hanabi under other names, and built from the other end."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

COLORS: Final = "red yellow green white blue"

SKINS: Final = Skins(
    words={
        "Hanabi": "{title}",
        "firework": "{row}",
        "fireworks": "{row}s",
        "colour": "{suit}",
        **{color: f"{{{color}}}" for color in COLORS.split()},
        **{color[0].upper(): f"{{{color}:.1}}" for color in COLORS.split()},
        "information token": "{token}",
        "information tokens": "{token}s",
        "tokens": "{token}s",
        "token": "{token}",
    },
    stories=(
        Story(
            "Gardeners who may not talk lay out beds together.",
            {
                "title": "Silent_Garden Hedges",
                "row": "bed",
                "suit": "herb",
                COLORS: "chervil dill fennel hyssop lovage mint tarragon",
                "token": "bell",
            },
        ),
        Story(
            "Night-watch crews hang flags on towers, a flag above the other, and may not shout.",
            {
                "title": "Watch_Towers Flag_Night",
                "row": "tower",
                "suit": "crest",
                COLORS: "crane eagle falcon heron lynx otter",
                "token": "lamp",
            },
        ),
    ),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "fireworks are built from the highest rank down, so that a 1 ends one instead of beginning it",
        lambda _rng, _game: {"order": "down"},
    ),
    Counterfactual(
        "they are built from the highest rank down and have another one, with another number of tokens",
        lambda rng, _game: {"order": "down", "ranks": rng.choice((3, 4)), "tokens": rng.choice((2, 4))},
    ),
)
