"""What the re-skins of card and bidding games share: the stories that other names come from, and words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from agonist.adapters.openspiel.games.playing_cards import FACES, SIGNS, SUITS
from agonist.kit.skins import Story

COURT: Final = {face: f"{{{face}}}" for face in FACES}

CARDS: Final = {**COURT, **{(suit := name.removesuffix("s")): f"{{{suit}}}" for name in SUITS.values()}}
"""The game says suits in the plural, so that the stories' names for them get an s."""

BETS: Final = {
    "chip": "{chip}",
    "pot": "{pot}",
    "fold": "yield",
    "check": "wait",
    "bet": "stake",
    "has bet": "has staked",
    "call": "join",
}


@dataclass(frozen=True)
class UsualNames:
    """Other words for options that only the usual names have: cards, melds and suits by letters and signs."""

    more: frozenset[str] = frozenset()

    def __contains__(self, word: object) -> bool:
        return word in self.more or WRITTEN.fullmatch(str(word)) is not None


_SUIT: Final = f"[{''.join([*SUITS, *SIGNS.values()]).casefold()}]"
_RANK: Final = "(?:10|[2-9atjqk])"
WRITTEN: Final = re.compile(rf"{_SUIT}{_RANK}?|(?:meld )?(?:{_RANK}(?: of )?{_SUIT} ?)+")

BY_LETTERS: Final = UsualNames()

_CARDS: Final = {
    "jack queen king ace": "badger falcon heron lynx marten otter raven",
    "club diamond heart spade": "boat drum kite lamp tent wheel",
    "dealer": "steward",
}

CARD_STORIES: Final = (
    Story(
        "In a woodland inn guests play for acorn shells, with pictures of animals.",
        {"title": "Woodland Inn_Cards", "chip": "shell", "pot": "bowl", **_CARDS},
    ),
    Story(
        "On a slow ferry passengers play for corks, with pictures of animals.",
        {"title": "Ferry Long_Crossing", "chip": "cork", "pot": "hat", **_CARDS},
    ),
)

BIDDING_STORIES: Final = (
    Story(
        "The crews of a harbour compete, each behind a sail.",
        {
            "title": "Harbour_Day Sails",
            "prize": "anchor barrel crate",
            "card": "plank tile",
            "coin": "bead pebble",
            "soldier": "porter rower",
            "field": "pier wharf",
        },
    ),
    Story(
        "The guilds of a town compete, each behind a screen.",
        {
            "title": "Guild_Day Screens",
            "prize": "lantern saddle kettle",
            "card": "badge tally",
            "coin": "button thimble",
            "soldier": "mason potter",
            "field": "kiln workshop",
        },
    ),
)
