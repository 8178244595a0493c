"""Battle royale under other names, and with another aim."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

SKINS: Final = Skins(
    words={
        "Battle royale": "{title}",
        "shoot": "{act}",
        "shoot at": "{act}",
        "shoots": "{act}s",
        "shooting": "{act}ing",
        "shooting at": "{act}ing",
        "shot": "{act}",
        "shots": "{act}s",
        "shot at": "{act}ed",
        "has shot": "has {act}ed",
        "who shot": "who {act}ed",
        "at whom": "about whom",
        "aims at": "turns to",
        "hit": "{mark}",
        "hits": "{mark}s",
        "miss": "stray",
        "misses": "strays",
        "missed": "strayed",
        "bullets": "{thing}s",
    },
    stories=(
        Story(
            "The stalls of a fair all want its only pitch in the shade, and each may file against another.",
            {"title": "Fair_Pitch", "act": "petition protest", "mark": "beset shed", "thing": "form stamp"},
        ),
        Story(
            "Houses of a trade town compete for one licence, and each may contest that of another.",
            {"title": "Licences", "act": "claim contest", "mark": "beset reset", "thing": "seal"},
        ),
        Story(
            "Divers around a wreck tug at each other's lines, and a good tug sends a diver up.",
            {"title": "Wreck", "act": "jerk pull", "mark": "reset shed", "thing": "knot"},
        ),
    ),
    plain_only=frozenset({"hold fire", "fire in the air", "fire into the air"}),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "the first one out wins, so that whoever is hit is done a favour and to miss on purpose is dominant",
        lambda _rng, _game: {"wins": "first"},
    ),
)
