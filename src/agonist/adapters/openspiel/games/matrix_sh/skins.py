"""The stag hunt under other names, and with its names exchanged."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Skins, Story, exchanged

SKINS: Final = Skins(
    words={
        "Stag Hunt": "{title}",
        "hunt": "haul",
        "caught": "moved",
        "stag": "{large}",
        "hare": "{small}",
    },
    stories=(
        Story(
            "Two porters work at a pier, out of each other's sight.",
            {"title": "Porters Pier", "large small": "barrel piano trunk crate wardrobe"},
        ),
        Story(
            "Two fishers work on both sides of a bay, out of each other's sight.",
            {"title": "Fishers Bay", "large small": "drum basket chest buoy raft"},
        ),
    ),
    plain_only=frozenset({"s", "h"}),
)

COUNTERFACTUALS: Final = exchanged(
    "the names are exchanged, so that a hare needs both hunters", ("stag", "hare"), kept="Stag Hunt"
)
