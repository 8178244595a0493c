"""The choices in a game of γ-Bench, and what is computed from them.

Our matches and published records are both converted to these types, so that the same code scores them. Values
are as given: a published bid may be above what the rules allow.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, TypeAlias, get_args

from agonist.core import Seat

Profile: TypeAlias = Literal["paper", "updated", "as-printed"]
"""`paper`: Eq. 1 of γ-Bench to the letter, but for its slip with lowest numbers other than 0. `updated`: the
published code as it stands, behind the authors' later leaderboard. `as-printed`: what Tables 1 to 9 were
computed with, where that is neither."""

PROFILES: Final[tuple[Profile, ...]] = get_args(Profile)


@dataclass(frozen=True, slots=True)
class Score:
    """A score of one match, or of some seats in it."""

    value: float | None
    """From 0 to 100, more is better; below 0 where choices leave the rules. `None`: nothing to score."""

    raw: Mapping[str, float] = field(default_factory=dict)
    """What it was rescaled from, by name, in the unit of the game."""


NO_SCORE: Final = Score(None)


def scored(share: Fraction, raw: Mapping[str, Fraction]) -> Score:
    """A score from its exact share of the full 100."""
    return Score(float(share * 100), {name: float(value) for name, value in raw.items()})


@dataclass(frozen=True, slots=True)
class Formula:
    """By which profile a match is scored, and which of its readings.

    `august` concerns the profile `as-printed` and the pirate game only: see `Pirates.score`. `letter`
    concerns the profile `updated` and the guess game with a lowest number other than 0: see `Guessing.score`.
    """

    profile: Profile
    august: bool = False
    letter: bool = True


@dataclass(frozen=True, slots=True)
class Choices(ABC):
    """All choices of one match."""

    @property
    @abstractmethod
    def seats(self) -> Sequence[Seat]:
        """All seats of the match; none before its first round."""

    @property
    @abstractmethod
    def answers(self) -> int:
        """How many answers players gave: a choice each round, a shot, a plan or a vote."""

    @property
    @abstractmethod
    def illegal(self) -> int:
        """How many choices break the rules in the prompts; in published records some do, since their code
        allowed them.
        """

    @abstractmethod
    def score(self, formula: Formula, seats: Collection[Seat]) -> Score:
        """The score of these seats."""

    @abstractmethod
    def raw_range(self, name: str, profile: Profile) -> tuple[float, float]:
        """The lowest and the highest value of a raw score if all choices keep the rules: the bounds of its
        interval.
        """
