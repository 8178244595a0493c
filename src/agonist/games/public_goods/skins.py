"""The public goods game under other names, and with a pot that pays everybody."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

SKINS: Final = Skins(
    words={
        "Public goods": "{title}",
        "token": "{thing}",
        "tokens": "{thing}s",
        "pot": "{pool}",
    },
    stories=(
        Story(
            "You farm one of the fields around a village with a common barn.",
            {"title": "Barn Harvest_Store", "thing": "sack basket", "pool": "barn granary"},
        ),
        Story(
            "You run one of the workshops of a street that has a furnace together.",
            {"title": "Furnace Street_of_Workshops", "thing": "log cord", "pool": "furnace kiln"},
        ),
        Story(
            "You keep one of the boats of a fleet that mends its nets together.",
            {"title": "Nets Fleet", "thing": "reel rope", "pool": "loft"},
        ),
    ),
    plain_only=frozenset({"coin", "coins"}),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "the pot is multiplied by more than the number of players, so that to give everything is dominant",
        lambda rng, game: {"ratio": game.seats * rng.choice((2, 3, 4))},
    ),
)
