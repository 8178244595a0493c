"""Columns: measurements on each seat of a match, and how they are combined into one number for a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from agonist.metrics.played import Played
from agonist.ratings import clustered_mean
from agonist.ratings.spans import NOTHING, Span, rate

Kind: TypeAlias = Literal["share", "number", "points"]

Measurements: TypeAlias = dict[str, list[float]]
"""What was measured on one seat of one match: by the key of an indicator, one number per measurement."""

Reader: TypeAlias = Callable[[Played], list[Measurements]]
"""The measurements on each seat of a match that was played to its end."""

START: Final = 100
"""The points that every player starts with, in indicators that count points."""

STAKE: Final = 1
"""The points that a match costs, in indicators that count points."""


@dataclass(frozen=True, slots=True)
class Indicator:
    """A column of a game's leaderboard.

    `kind`: share (the mean of measurements from 0 to 1), number (their mean), or points (100, plus each
    measurement less 1). `seen`: the lowest and highest possible number, if known; it bounds the interval.
    `about`: what is counted, in a sentence. A key that ends in `-as-ROLE` is measured in this role only;
    `short` is its title in a table that names the role already.
    """

    key: str
    title: str
    kind: Kind
    about: str = ""
    low_is_good: bool = False
    seen: tuple[float, float] | None = None
    digits: int = 2
    short: str = ""
    once: bool = False
    """Whether it is measured once per match and player, on the player's first seat."""

    @property
    def role(self) -> str:
        """The role in which it is measured; empty for all roles."""
        return self.key.partition("-as-")[2]


@dataclass(frozen=True, slots=True)
class Measured:
    """The columns of one game, and the function that measures them in a match."""

    columns: tuple[Indicator, ...]
    read: Reader


@dataclass(frozen=True, slots=True)
class Values:
    """The measurements on one seat of a match, stored compactly."""

    deal: str
    of: Mapping[str, tuple[float, ...]]


def pooled(indicator: Indicator, seats: Sequence[Values]) -> Span:
    """One player's number with its interval; matches on one deal are one piece of evidence.

    >>> column = Indicator("fouls", "Foul rate", "share")
    >>> pooled(column, [Values("a", {"fouls": (0, 1)}), Values("b", {"fouls": (0, 0)})]).value
    0.25
    """
    own = [(seat.deal, found) for seat in seats if (found := seat.of.get(indicator.key))]
    number = sum(len(found) for _, found in own)
    if not own:
        return NOTHING
    match indicator.kind:
        case "share":
            by_deal: dict[str, tuple[float, float]] = {}
            for deal, found in own:
                hits, trials = by_deal.get(deal, (0, 0))
                by_deal[deal] = hits + sum(found), trials + len(found)
            return rate(list(by_deal.values()))
        case "number":
            pairs = ((deal, value) for deal, found in own for value in found)
            return Span(*clustered_mean(pairs, seen=indicator.seen), number)
        case "points":
            total = sum(sum(found) for _, found in own)
            return Span(START + total - STAKE * number, None, None, number)


def seats_of(played: Played) -> list[Measurements]:
    """Empty measurements for each seat of a match."""
    return [{} for _ in played.players]


def note(seat: Measurements, **values: float) -> None:
    """Add a measurement for each of these keys; `_` stands for a hyphen."""
    for key, value in values.items():
        seat.setdefault(key.replace("_", "-"), []).append(float(value))
