"""A score, and the profiles by which it is computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final, Literal, TypeAlias, get_args

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


NOTHING: Final = Score(None)


def scored(share: Fraction, raw: Mapping[str, Fraction]) -> Score:
    """A score from its exact share of the full 100."""
    return Score(float(share * 100), {name: float(value) for name, value in raw.items()})
