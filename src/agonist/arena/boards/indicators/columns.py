"""Columns: measurements on each seat of a match, and how they are combined into one number for a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agonist.metrics.played import Played

Kind: TypeAlias = Literal["share", "number", "points"]

Measurements: TypeAlias = dict[str, list[float]]
"""What was measured on one seat of one match: by the key of an indicator, one number per measurement."""

Reader: TypeAlias = Callable[[Played], list[Measurements]]
"""The measurements on each seat of a match that was played to its end."""


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
    version: int = 1
    """Increased when the reader measures anything else, so that matches are measured again."""


@dataclass(frozen=True, slots=True)
class Values:
    """The measurements on one seat of a match, stored compactly."""

    deal: str
    of: Mapping[str, tuple[float, ...]]


def seats_of(played: Played) -> list[Measurements]:
    """Empty measurements for each seat of a match."""
    return [{} for _ in played.players]


def note(seat: Measurements, **values: float) -> None:
    """Add a measurement for each of these keys; `_` stands for a hyphen."""
    for key, value in values.items():
        seat.setdefault(key.replace("_", "-"), []).append(float(value))
