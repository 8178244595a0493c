"""Arctic Scavengers under other names, and with another way to win a skirmish."""

from __future__ import annotations

from typing import Final

from agonist.games.arctic_scavengers.cards import CATALOG
from agonist.kit.skins import Counterfactual, Skins, Story

CARDS: Final = {name: f"card{nth}" for nth, name in enumerate(CATALOG) if "(" not in name}
"""The blank for each card but families, which differ in their number alone."""


def blanks(*kinds: str) -> str:
    """The blanks for the cards of these kinds."""
    return " ".join(blank for name, blank in CARDS.items() if CATALOG[name].kind in kinds)


PEOPLE: Final = blanks("person", "leader", "sniper")
TOOLS: Final = blanks("tool")
MEDICINE: Final = blanks("medicine")
JUNK: Final = blanks("junk")

SKINS: Final = Skins(
    words={
        "Arctic Scavengers": "{title}",
        **{name: f"{{{blank}}}" for name, blank in CARDS.items()},
        **{f"{name}s": f"{{{blank}}}s" for name, blank in CARDS.items() if name[-1] != "s"},
        "Tribe Family": "{family}",
        "tribe": "{band}",
        "tribes": "{band}s",
        "junkyard": "{heap}",
        "mercenary": "{hand}",
        "mercenaries": "{hand}s",
        "skirmish": "{meeting}",
        "contested": "coveted",
        "medicine": "{pay}",
        "initiator": "{first}",
    },
    stories=(
        Story(
            "Two circuses on a winter tour look for people, and each town has something that both want.",
            {
                "title": "Winter_Big_Top Sawdust_Roads",
                PEOPLE: "Acrobat Barker Clown Dancer Drummer Fiddler Flautist Juggler Mime Rider Tumbler",
                TOOLS: "Baton Cannon Hoop Kite Lantern Mask Pennant Ribbon Rope Stilt Trapeze Unicycle",
                MEDICINE: "Coffer Purse Satchel Strongbox",
                JUNK: "Confetti Straw Tinsel",
                "family": "Circus_Kin",
                "band": "troupe",
                "heap": "loft",
                "hand": "artiste",
                "meeting": "parade",
                "pay": "silver",
                "first": "ringmaster",
            },
        ),
        Story(
            "Two kitchens of one street look for staff, and judges of a feast hand out what both want.",
            {
                "title": "Feast_Street Two_Kitchens",
                PEOPLE: "Baker Brewer Butcher Carver Grocer Miller Porter Roaster Steward Vintner Waiter",
                TOOLS: "Apron Basin Cauldron Cleaver Grater Griddle Kettle Ladle Mortar Rack Sieve Spatula",
                MEDICINE: "Jar Pouch Tin Vial",
                JUNK: "Crumbs Eggshells Peelings",
                "family": "Kitchen_Clan",
                "band": "brigade",
                "heap": "cellar",
                "hand": "cook",
                "meeting": "tasting",
                "pay": "saffron",
                "first": "taster",
            },
        ),
    ),
)

COUNTERFACTUALS: Final = (
    Counterfactual(
        "the weaker hand wins a skirmish, so that the strong are those to send elsewhere before it",
        lambda _rng, _game: {"skirmish": "weaker"},
    ),
)
