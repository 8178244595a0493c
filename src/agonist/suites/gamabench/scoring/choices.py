"""The choices in a game of γ-Bench, from which all its scores are computed.

Our matches and published records are both converted to these types, so that the same code scores them. Values
are as given: a published bid may be above what the rules allow.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from agonist.core import Seat

Numbers: TypeAlias = tuple[tuple[int, ...], ...]
"""For each round, a number from each seat."""

Words: TypeAlias = tuple[tuple[str, ...], ...]
"""For each round, a word from each seat."""


@dataclass(frozen=True, slots=True)
class Guessing:
    """Guess a part of the average: numbers from `low` to `high`, target `ratio` times their average."""

    low: int
    high: int
    ratio: Fraction
    rounds: Numbers


@dataclass(frozen=True, slots=True)
class Evenings:
    """El Farol: "go" or "stay"; crowded if a larger share than `ratio` goes.

    `gains`: for going to a crowded bar, for going to one that is not crowded, for staying.
    """

    ratio: Fraction
    rounds: Words
    gains: tuple[int, int, int] = (0, 10, 5)


@dataclass(frozen=True, slots=True)
class Bids:
    """Divide the dollar: bids for a part of `golds`."""

    golds: int
    rounds: Numbers


@dataclass(frozen=True, slots=True)
class Contributions:
    """Public goods: contributions to the pot, out of `tokens` a round; `ratio` times the pot is shared."""

    tokens: int
    rounds: Numbers
    ratio: Fraction = Fraction(2)


@dataclass(frozen=True, slots=True)
class Dishes:
    """The diner's dilemma: "cheap" or "costly"; in published records, any word.

    `cheap` and `costly`: the price and the utility of a dish.
    """

    rounds: Words
    cheap: tuple[int, int] = (10, 15)
    costly: tuple[int, int] = (20, 20)


@dataclass(frozen=True, slots=True)
class Auctions:
    """Sealed bids and valuations of each seat; `second_price`: whether the winner pays the second price."""

    valuations: Numbers
    rounds: Numbers
    second_price: bool = False


@dataclass(frozen=True, slots=True)
class Shot:
    """One turn of a battle: the shooter, the target (`None`: missed on purpose), and the living players
    before it.

    `target` may be dead or the shooter in published records.
    """

    shooter: Seat
    target: Seat | None
    alive: tuple[Seat, ...]
    hit: bool = False


@dataclass(frozen=True, slots=True)
class Battle:
    """Battle royale: the hit rate of each seat, in percent, and every turn."""

    rates: tuple[int, ...]
    shots: tuple[Shot, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """One proposal of a pirate game, in order of rank among the pirates on board; the first proposes.

    `shares`: coins for each of `pirates`. `accepts`: the vote of each; the proposer's comes first and does
    not count for the score.
    """

    pirates: tuple[Seat, ...]
    shares: tuple[int, ...]
    accepts: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Pirates:
    """The pirate game: every plan that was put to the vote."""

    gold: int
    plans: tuple[Plan, ...]


Choices: TypeAlias = Guessing | Evenings | Bids | Contributions | Dishes | Auctions | Battle | Pirates
