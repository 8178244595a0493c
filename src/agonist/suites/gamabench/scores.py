"""The score of any of the eight games."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from agonist.core import Seat
from agonist.suites.gamabench.plays import (
    Auctions,
    Battle,
    Bids,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
    Pirates,
    Play,
)
from agonist.suites.gamabench.score import PROFILES, Profile, Score
from agonist.suites.gamabench.sequential import battle, pirates
from agonist.suites.gamabench.simultaneous import auctions, bids, contributions, dishes, evenings, guessing

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
    play: Play, profile: Profile, seats: Collection[Seat] | None = None, *, august: bool = False
) -> Score:
    """The score of a match, or of these seats in it.

    `august` concerns the profile `as-printed` and the pirate game only: see `pirates`.

    >>> from fractions import Fraction
    >>> score(Guessing(0, 100, Fraction(2, 3), ((0, 50), (0, 30))), "paper").value
    80.0
    """
    who = seats_of(play) if seats is None else sorted(seats)
    match play:
        case Guessing():
            return guessing(play, profile, who)
        case Evenings():
            return evenings(play, profile, who)
        case Bids():
            return bids(play, profile, who)
        case Contributions():
            return contributions(play, profile, who)
        case Dishes():
            return dishes(play, profile, who)
        case Auctions():
            return auctions(play, profile, who)
        case Battle():
            return battle(play, profile, who)
        case Pirates():
            return pirates(play, profile, who, august=august)


def seats_of(play: Play) -> list[Seat]:
    """All seats of a match; none before its first round."""
    match play:
        case Battle(rates=rates):
            return list(range(len(rates)))
        case Pirates(plans=plans):
            return sorted({seat for plan in plans for seat in plan.pirates})
        case _:
            return list(range(len(play.rounds[0]))) if play.rounds else []
