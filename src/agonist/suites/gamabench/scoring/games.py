"""The eight games, and the score of a match of any of them."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from agonist.core import Seat
from agonist.suites.gamabench.scoring.choices import Choices, Formula, Profile, Score

GAMES: Final[tuple[str, ...]] = (
    "guess_average",
    "el_farol",
    "divide_dollar",
    "public_goods",
    "diners_dilemma",
    "sealed_bid_auction",
    "battle_royale",
    "pirate_game",
)
"""The games in the paper's order."""


def score(
    choices: Choices,
    profile: Profile,
    seats: Collection[Seat] | None = None,
    *,
    august: bool = False,
    letter: bool = True,
) -> Score:
    """The score of a match, or of these seats in it; `august` and `letter` are those of `Formula`.

    >>> from fractions import Fraction
    >>> from agonist.suites.gamabench.scoring import Guessing
    >>> score(Guessing(0, 100, Fraction(2, 3), ((0, 50), (0, 30))), "paper").value
    80.0
    """
    who = tuple(choices.seats if seats is None else sorted(seats))
    return _score(choices, Formula(profile, august, letter), who)


@lru_cache(maxsize=2048)  # a report has one and the same score in several tables
def _score(choices: Choices, formula: Formula, seats: tuple[Seat, ...]) -> Score:
    return choices.score(formula, seats)
