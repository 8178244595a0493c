"""The cards of Arctic Scavengers: their actions, people and costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

Name: TypeAlias = str
Cards: TypeAlias = tuple[Name, ...]
Action: TypeAlias = Literal["draw", "dig", "hunt", "fight"]
Kind: TypeAlias = Literal["person", "leader", "sniper", "tool", "medicine", "junk"]

ACTIONS: Final[tuple[Action, ...]] = ("draw", "dig", "hunt")
"""The actions of people while gathering, besides hiring and trashing; they fight only in the skirmish."""


@dataclass(frozen=True, slots=True)
class Card:
    """The values printed on a card; `None` for an action that it does not have, 0 for one that needs help."""

    kind: Kind
    people: int = 0
    draw: int | None = None
    dig: int | None = None
    hunt: int | None = None
    fight: int | None = None
    food: int = 0
    meds: int = 0
    """The medicine that the card costs; for medicine cards, the medicine that they give."""
    mixed: int = 0
    """A cost in any mixture of food and medicine."""

    def value(self, action: Action) -> int | None:
        """The value of this card in an action; for a tool, what it adds."""
        return getattr(self, action)  # type: ignore[no-any-return]  # each action is a field


CATALOG: Final[dict[Name, Card]] = {
    "Refugee": Card("person", 1, dig=0, hunt=0),
    "Scavenger": Card("person", 1, draw=1, dig=1, hunt=1, fight=1, food=1),
    "Brawler": Card("person", 1, dig=1, fight=2, food=2),
    "Hunter": Card("person", 1, hunt=2, fight=1, meds=1),
    "Saboteur": Card("person", 1, dig=1, fight=1, food=1, meds=1),
    "Scout": Card("person", 1, draw=2, fight=2, food=2, meds=1),
    "Group Leaders": Card("leader", 2, draw=2, dig=2, hunt=2, fight=2, food=2, meds=2),
    "Sniper Team": Card("sniper", 2, food=2, meds=2),
    "Thugs": Card("person", 3, dig=1, fight=3, mixed=6),
    "Tribe Family (3)": Card("person", 3, hunt=0, fight=0),
    "Tribe Family (4)": Card("person", 4, hunt=0, fight=0),
    "Tribe Family (5)": Card("person", 5, hunt=0, fight=0),
    "Field Crew": Card("person", 4, dig=2, hunt=2, fight=2),
    "Sled Team": Card("person", 2, draw=2, fight=1),
    "Wolf Pack": Card("tool", hunt=3, fight=2),
    "Grenade": Card("tool", fight=3),
    "Multitool": Card("tool", dig=1, hunt=1, fight=1),
    "Net": Card("tool", hunt=2, fight=1),
    "Spear": Card("tool", hunt=1, fight=2),
    "Pickaxe": Card("tool", dig=1, fight=2),
    "Shovel": Card("tool", dig=2, fight=1),
    "Medkit": Card("medicine", meds=2),
    "Pills": Card("medicine", meds=1),
    "Junk": Card("junk"),
}

START: Final[Cards] = (*["Refugee"] * 4, *["Scavenger"] * 3, "Brawler", "Spear", "Shovel")
"""The cards that each player begins with."""

SUPPLY: Final = (
    ("Scavenger", 14), ("Brawler", 8), ("Hunter", 8), ("Saboteur", 8), ("Scout", 8),
    ("Group Leaders", 5), ("Sniper Team", 5), ("Thugs", 5),
)  # fmt: skip
"""The mercenaries for hire in a game for two, and their numbers."""

JUNKYARD: Final[Cards] = (
    *["Junk"] * 7, *["Multitool"] * 4, *["Net"] * 4, *["Spear"] * 4, *["Pickaxe"] * 4, *["Shovel"] * 4,
    *["Medkit"] * 6, *["Pills"] * 9,
)  # fmt: skip

CONTESTED: Final[Cards] = (
    *["Tribe Family (3)"] * 2, *["Tribe Family (4)"] * 2, *["Tribe Family (5)"] * 2,
    *["Field Crew"] * 2, *["Sled Team"] * 2, *["Wolf Pack"] * 2, *["Grenade"] * 2,
)  # fmt: skip
"""The contested cards, one for each skirmish."""

ONE_OF_EACH: Final[Cards] = ("Tribe Family (5)", "Field Crew", "Sled Team", "Wolf Pack", "Grenade")
"""One contested card of each kind; all are included in a game with at least this many contested cards."""

_ORDER: Final = {name: place for place, name in enumerate(CATALOG)}


def in_order(cards: Iterable[Name]) -> Cards:
    """Cards in the order of the catalogue."""
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def without(cards: Cards, gone: Iterable[Name]) -> Cards:
    """These cards without those that are `gone`, in the order of the catalogue."""
    return in_order((Counter(cards) - Counter(gone)).elements())


def people(cards: Iterable[Name]) -> int:
    """The number of people on these cards."""
    return sum(CATALOG[name].people for name in cards)


def medicine(cards: Iterable[Name]) -> int:
    """The medicine that these cards give."""
    return sum(CATALOG[name].meds for name in cards if CATALOG[name].kind == "medicine")
