"""The pirate game under other names, and with another majority and another last wish."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

SKINS: Final = Skins(
    words={
        "Pirate game": "{title}",
        "pirate": "{person}",
        "pirates": "{person}s",
        "gold coin": "{thing}",
        "gold coins": "{thing}s",
        "coin": "{thing}",
        "coins": "{thing}s",
        "gold": "{thing}s",
        "on board": "in the {house}",
        "goes overboard": "steps down",
        "go overboard": "step down",
        "went overboard": "stepped down",
        "survive": "remain",
        "survival": "remaining",
    },
    stories=(
        Story(
            "The partners of a firm share out its {thing}s, and whoever convinces too few is let go.",
            {"title": "Firm", "person": "partner", "thing": "bond share-note", "house": "firm"},
        ),
        Story(
            "The members of a guild share out its {thing}s, and whoever convinces too few must resign.",
            {"title": "Guild", "person": "member", "thing": "permit stall", "house": "guild"},
        ),
        Story(
            "The owners of a vineyard share out its {thing}s, and whoever convinces too few is bought out.",
            {"title": "Vineyard", "person": "owner", "thing": "cask barrel", "house": "circle"},
        ),
    ),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "a plan needs more than half of the votes, so that other pirates must be bought",
        lambda _rng, _game: {"passes_with": "majority"},
    ),
    Counterfactual(
        "pirates would rather see nobody go overboard, so that a vote can cost nothing",
        lambda _rng, _game: {"on_equal": "spare"},
    ),
)
