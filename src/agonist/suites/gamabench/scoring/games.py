"""The score of any of the eight games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from agonist.core import Seat
from agonist.suites.gamabench.scoring.choices import (
    Auctions,
    Battle,
    Bids,
    Choices,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
    Pirates,
)
from agonist.suites.gamabench.scoring.score import PROFILES, Profile, Score
from agonist.suites.gamabench.scoring.sequential import battle, pirates
from agonist.suites.gamabench.scoring.simultaneous import (
    auctions,
    bids,
    contributions,
    dishes,
    evenings,
    guessing,
)

__all__ = ["GAMES", "PROFILES", "Profile", "Score", "score", "seats_of"]

GAMES: Final[Mapping[str, str]] = {
    "guess_average": "Guess 2/3 of the Average",
    "el_farol": "El Farol Bar",
    "divide_dollar": "Divide the Dollar",
    "public_goods": "Public Goods Game",
    "diners_dilemma": "Diner's Dilemma",
    "sealed_bid_auction": "Sealed-Bid Auction",
    "battle_royale": "Battle Royale",
    "pirate_game": "Pirate Game",
}
"""The games in the paper's order, and what it calls them."""


def score(
    choices: Choices,
    profile: Profile,
    seats: Collection[Seat] | None = None,
    *,
    august: bool = False,
    letter: bool = True,
) -> Score:
    """The score of a match, or of these seats in it.

    `august` concerns the profile `as-printed` and the pirate game only: see `pirates`. `letter` concerns the
    profile `updated` and the guess game with a lowest number other than 0: see `guessing`.

    >>> from fractions import Fraction
    >>> score(Guessing(0, 100, Fraction(2, 3), ((0, 50), (0, 30))), "paper").value
    80.0
    """
    who = tuple(seats_of(choices) if seats is None else sorted(seats))
    return _score(choices, profile, who, august, letter)


@lru_cache(maxsize=2048)  # a report has one and the same score in several tables
def _score(choices: Choices, profile: Profile, who: tuple[Seat, ...], august: bool, letter: bool) -> Score:
    match choices:
        case Guessing():
            return guessing(choices, profile, who, letter=letter)
        case Evenings():
            return evenings(choices, profile, who)
        case Bids():
            return bids(choices, profile, who)
        case Contributions():
            return contributions(choices, profile, who)
        case Dishes():
            return dishes(choices, profile, who)
        case Auctions():
            return auctions(choices, profile, who)
        case Battle():
            return battle(choices, profile, who)
        case Pirates():
            return pirates(choices, profile, who, august=august)


def seats_of(choices: Choices) -> list[Seat]:
    """All seats of a match; none before its first round."""
    match choices:
        case Battle(rates=rates):
            return list(range(len(rates)))
        case Pirates(plans=plans):
            return sorted({seat for plan in plans for seat in plan.pirates})
        case _:
            return list(range(len(choices.rounds[0]))) if choices.rounds else []
