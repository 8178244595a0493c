"""What is known of a model in advance: its longest answer, and how much it is likely to think."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

UNLISTED_MAX_TOKENS: Final = 32_768
"""The longest answer assumed, in tokens, if neither the user nor the model's family sets a limit."""

SPREAD: Final = 2.0
"""The factor between the usual number of tokens of thought and `few` or `many`."""


@dataclass(frozen=True, slots=True)
class Thought:
    """The estimated tokens of thought in one answer: the usual number, and a low and a high one."""

    few: float = 0.0
    usual: float = 0.0
    many: float = 0.0

    @classmethod
    def around(cls, usual: float) -> Thought:
        """The range around the usual number."""
        return cls(usual / SPREAD, usual, usual * SPREAD)


@dataclass(frozen=True, slots=True)
class Family:
    """A family of models that behave alike.

    `most` is the longest answer in tokens, thought included; `thought` the tokens of thought in an answer if
    no effort is chosen, `effort` the usual number for each effort that can be chosen.
    """

    name: str
    most: int
    thought: Thought = Thought()
    effort: Mapping[str, float] = field(default_factory=dict)

    def thought_at(self, effort: str | None) -> Thought:
        """The estimated tokens of thought in one answer with this `reasoning_effort`."""
        if effort is None:
            return self.thought
        return Thought.around(self.effort.get(effort, self.thought.usual))


UNKNOWN: Final = Family("", UNLISTED_MAX_TOKENS, Thought(0.0, 0.0, 1000.0))
"""Assumed for models of unlisted families, which may think or not."""


def family_of(name: str) -> Family:
    """The family of a model named `provider/model`.

    >>> family_of("openai/gpt-5-mini").most, family_of("vllm/my-model").most
    (128000, 32768)
    >>> family_of("openai/gpt-5-mini").thought_at("low")
    Thought(few=100.0, usual=200, many=400.0)
    >>> family_of("openai/gpt-4o").thought
    Thought(few=0.0, usual=0.0, many=0.0)
    """
    low = name.casefold()
    return next((family for family in families() if family.name in low), UNKNOWN)


@cache
def families() -> tuple[Family, ...]:
    """All families that are known, in the order in which they are looked up."""
    table = tomllib.loads(resources.files("agonist.models").joinpath("families.toml").read_text("utf-8"))
    return tuple(
        Family(
            entry["name"],
            entry["most"],
            Thought.around(entry.get("thought", 0.0)),
            entry.get("effort", {}),
        )
        for entry in table["family"]
    )
