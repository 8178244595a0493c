"""Bach or Stravinsky under other names, and with its names exchanged."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Skins, Story, exchanged

SKINS: Final = Skins(
    words={
        "playing Bach or Stravinsky": "playing {title}",
        "concert": "{place}",
        "Bach": "{one}",
        "Stravinsky": "{other}",
    },
    stories=(
        Story(
            "Two friends leave their offices at the same time, and one has no phone.",
            {"title": "After_Work", "place": "park", "one other": "Northgate Southbank Eastfield Westhill"},
        ),
        Story(
            "Two hikers have lost sight of each other, and each makes for a hut.",
            {"title": "Two_Huts", "place": "hut", "one other": "Stonehut Birchhut Lakehut Ridgehut"},
        ),
    ),
    plain_only=frozenset({"b", "s"}),
)

COUNTERFACTUALS: Final = exchanged(
    "the names are exchanged, so that each player likes the other's concert",
    ("Bach", "Stravinsky"),
    kept="playing Bach or Stravinsky",
)
