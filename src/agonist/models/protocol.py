"""What a model is to the rest of the platform."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Settings:
    """How to sample; `None` leaves it to the endpoint."""

    temperature: float | None = None
    max_tokens: int | None = None
    top_p: float | None = None
    seed: int | None = None
    schema: Mapping[str, Any] | None = None
    """A JSON schema, for endpoints with structured output."""
    reasoning_effort: str | None = None
    top_logprobs: int | None = None
    timeout: float = 120.0
    """Seconds for one request."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens; `cached` are part of `prompt`, `reasoning` part of `completion`."""

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    reasoning: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.completion + other.completion,
            self.reasoning + other.reasoning,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back."""

    text: str
    finish: str
    """`stop`, `length` (cut off), `refusal`, or the endpoint's own word."""
    usage: Usage = field(default_factory=Usage)
    model: str = ""
    seconds: float = 0.0
    tries: int = 1
    cost: float | None = None
    """Dollars; `None` where no price is known."""
    from_cache: bool = False
    logprobs: tuple[Any, ...] | None = None


class Model(Protocol):
    """Anything that continues a conversation."""

    @property
    def name(self) -> str:
        """What it is called in tables."""

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The next message; raises `ProviderError` or `BudgetSpent` when there is none to be had."""
