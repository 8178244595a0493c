"""Air, Land & Sea under other names, and with another way to control a theater."""

from __future__ import annotations

from typing import Final

from agonist.games.air_land_sea.cards import TITLE
from agonist.kit.skins import Counterfactual, Skins, Story

TITLES: Final = {name: f"title{nth}" for nth, name in enumerate(dict.fromkeys(TITLE.values()))}
"""The blank for the title of each card, which most abilities share."""

THINGS: Final = (
    "Anvil Basket Bellows Compass Cradle Garland Hammock Juniper Kettle Lantern Ledger Marble Orchard Pulley "
    "Quill Ribbon Saddle Thimble Trellis Whistle"
)

SKINS: Final = Skins(
    words={
        "Air, Land & Sea": "{title}",
        "Air, Land and Sea": "{first}, {second} and {third}",
        "Air": "{first}",
        "Land": "{second}",
        "Sea": "{third}",
        "theater": "{place}",
        "theaters": "{place}s",
        "commanders": "{person}s",
        "war": "{whole}",
        "battle": "{part}",
        "battles": "{part}s",
        "victory points": "merits",
        **{name: f"{{{blank}}}" for name, blank in TITLES.items()},
    },
    stories=(
        Story(
            "Two publishers compete for the readers of three districts.",
            {
                "title": "Morning_Papers Headlines",
                "first second third": "Harbourside Northgate Oldtown Riverbank Westhill",
                "place": "district",
                "person": "publisher",
                "whole": "season",
                "part": "week",
                " ".join(TITLES.values()): THINGS,
            },
        ),
        Story(
            "Two breeders show what they have in the three tents of a market.",
            {
                "title": "County_Market Breeders",
                "first second third": "Poultry Cattle Orchids Honey Wool",
                "place": "tent",
                "person": "breeder",
                "whole": "tour",
                "part": "show",
                " ".join(TITLES.values()): THINGS,
            },
        ),
    ),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "the weaker side controls a theater, so that the strongest cards are those to keep out of it",
        lambda _rng, _game: {"control": "weaker"},
    ),
)
