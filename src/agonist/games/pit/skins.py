"""Pit under other names, and with Bull and Bear in each other's place."""

from __future__ import annotations

from typing import Final

from agonist.games.pit.cards import VALUES
from agonist.kit.skins import Counterfactual, Skins, Story

SUITS: Final = " ".join(VALUES)

SKINS: Final = Skins(
    words={
        "Pit": "{title}",
        "traders": "{person}s",
        **{suit: f"{{{suit}}}" for suit in VALUES},
        "Bull": "{bull}",
        "Bear": "{bear}",
        "suit": "{kind}",
        "suits": "{kind}s",
        # The verb to corner keeps its name, since it is a key of an answer.
        "a corner": "a {whole}",
        "corners": "{whole}s",
        "corner the market": "complete a {whole}",
        "cornered the market": "completed a {whole}",
        "cornering the market": "completing a {whole}",
        "cannot corner": "cannot complete a {whole}",
        "somebody corners": "somebody completes a {whole}",
    },
    stories=(
        Story(
            "Keepers of a harbour museum swap what divers have brought up, all at once and unseen.",
            {
                "title": "Harbour_Chests Wreck_Week",
                "person": "keeper",
                SUITS: "amber coral jade lapis onyx opal pearl quartz ruby topaz",
                "bull bear": "Anchor Compass Kraken Mermaid Trident",
                "kind": "colour",
                "whole": "showcase",
            },
        ),
        Story(
            "Weavers of a mountain village swap yarn, all at once and unseen, for blankets of one fibre.",
            {
                "title": "Wool_Evening Village_Loom",
                "person": "weaver",
                SUITS: "alpaca angora cashmere flax hemp linen merino mohair silk vicuna",
                "bull bear": "Bobbin Needle Shuttle Spindle Thimble",
                "kind": "fibre",
                "whole": "blanket",
            },
        ),
    ),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "the Bear stands for a card and the Bull prevents corners, so that the one to pass on is to be kept",
        lambda _rng, _game: {"wild": "Bear"},
    ),
)
