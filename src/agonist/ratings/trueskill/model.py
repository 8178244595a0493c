"""The model of TrueSkill: skills as normal distributions, and its constants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agonist.core.errors import UsageError


@dataclass(frozen=True, slots=True)
class TrueSkillSettings:
    """The constants of the model, with the paper's proportions."""

    mu: float = 25.0
    """The mean of an unknown player's skill."""

    sigma: float = 25 / 3
    """Its standard deviation."""

    beta: float = 25 / 6
    """The standard deviation of a performance around the skill."""

    tau: float = 25 / 300
    """How far a skill may drift between two matches, as a standard deviation."""

    draw_probability: float = 0.10
    """How often two equal players draw; with 0 no result may have a tie."""

    def __post_init__(self) -> None:
        if not (self.sigma > 0 and self.beta > 0 and self.tau >= 0 and 0 <= self.draw_probability < 1):
            raise UsageError(f"TrueSkill needs sigma, beta > 0, tau ≥ 0, 0 ≤ draw_probability < 1: {self}")

    @property
    def margin(self) -> float:
        """In a draw, the performances of sides with n players in all differ by less than this times √n."""
        from scipy.special import ndtri  # slow to load

        return float(ndtri((self.draw_probability + 1) / 2)) * self.beta


DEFAULT: Final = TrueSkillSettings()


@dataclass(frozen=True, slots=True)
class Skill:
    """The belief about a player's skill: mean and standard deviation of a normal distribution."""

    mu: float
    sigma: float
