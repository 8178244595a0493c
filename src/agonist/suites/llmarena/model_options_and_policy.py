"""The conditions of an evaluation: model options, and the policy for invalid answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from agonist.suites.llmarena.environments import Environment

PROFILES: Final = ("paper",)


@dataclass(frozen=True, slots=True)
class Conditions:
    """A policy by name, and how models are asked where their specifications do not say.

    `reasoned`: the games in which models reason step by step before they answer, in one reply.
    """

    policy: str
    temperature: str | None = None
    reasoned: tuple[str, ...] = ()

    def style(self, environment: Environment) -> Mapping[str, str]:
        """The options that models have in an environment."""
        options = {} if self.temperature is None else {"temperature": self.temperature}
        return options | ({"method": "cot", "asks": "1"} if environment.game in self.reasoned else {})


DEFAULT_CONDITIONS: Final = Conditions("llmarena")

PAPER: Final = Conditions("llmarena-paper", "0", ("texas_holdem", "sealed_bid_auction", "hanabi"))
"""A player who plays an illegal action loses, all models at temperature 0, and step-by-step reasoning where
the paper asks for it.
"""


def conditions(profile: str) -> Conditions:
    return PAPER if profile == "paper" else DEFAULT_CONDITIONS
