"""The diner's dilemma under other names, and with a costly dish that is not worth it."""

from __future__ import annotations

from typing import Final

from agonist.kit.skins import Counterfactual, Skins, Story

SKINS: Final = Skins(
    words={
        "Diner's Dilemma": "{title}",
        "costly": "{one}",
        "cheap": "{other}",
        "eat out together": "order together",
        "utility": "{good}",
        "satisfaction": "balance",
    },
    stories=(
        Story(
            "You sit with a rowing crew in its boathouse. The kitchen has two dishes, {one} and {other}.",
            {"title": "Boathouse", "good": "strength", "one other": "amber coral ivory slate"},
        ),
        Story(
            "You sit with a chess club in its tavern. The menu has two dishes, {one} and {other}.",
            {"title": "Tavern", "good": "pleasure", "one other": "red green blue white"},
        ),
        Story(
            "You sit with a theatre troupe after the show. There are two dishes, {one} and {other}.",
            {"title": "After_the_Show", "good": "comfort", "one other": "northern southern eastern western"},
        ),
    ),
    plain_only=frozenset(
        {
            "cheaper dish",
            "cheaper one",
            "expensive",
            "expensive dish",
            "expensive one",
            "inexpensive dish",
        }
    ),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "the costly dish has the lower utility, too, so that the cheap one is dominant",
        lambda rng, game: {"costly_utility": game.cheap_utility - rng.randint(3, 10)},
    ),
)
