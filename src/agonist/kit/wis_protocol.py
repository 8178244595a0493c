"""A game in the messages of the WiS agent protocol, which HTTP agents use.

It has five endpoints, one game at a time, and answers only to `interact`, as served by the published SDK for
agents (`spy-agent-build-sdk` 0.0.29, `werewolf-agent-build-sdk` 0.0.20).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from agonist.core import Ask, Game

START: Final = "start"
DISTRIBUTION: Final = "distribution"
ROUND: Final = "round"
VOTE: Final = "vote"
VOTE_RESULT: Final = "vote_result"
RESULT: Final = "result"

G = TypeVar("G", bound=Game[Any, Any])
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class WisMessage:
    """A message to an agent. `asks`: whether it must answer (`interact`) or is only informed (`perceive`)."""

    status: str
    message: str | None = None
    name: str | None = None
    word: str | None = None
    round: int | None = None
    asks: bool = False

    def fields(self) -> dict[str, Any]:
        """The fields of the published request, all five."""
        return {
            "status": self.status,
            "message": self.message,
            "name": self.name,
            "word": self.word,
            "round": self.round,
        }


@dataclass(frozen=True, slots=True)
class Situation(Generic[G, V]):
    """What an agent knows after some messages: a game, a view of it, and the question."""

    game: G
    view: V
    ask: Ask


class WisProtocol(ABC, Generic[G, V]):
    """Writing and reading the messages of one game in the protocol."""

    @abstractmethod
    def script(self, game: G, view: V) -> Sequence[WisMessage]:
        """All messages to a seat so far, in order.

        The script of a later view begins with that of an earlier one.
        """

    @abstractmethod
    def question(self, game: G, view: V, ask: Ask) -> WisMessage:
        """The message that asks this question."""

    @abstractmethod
    def action(self, view: V, ask: Ask, text: str) -> Any:
        """The action that an agent's text stands for."""

    @abstractmethod
    def situation(self, messages: Sequence[WisMessage], game: G | None = None) -> Situation[G, V]:
        """What an agent knows after these messages, the last of which is a question.

        `game` is the game if the host has named it, which published hosts do not. Raises `UsageError` if they
        are inconsistent.
        """

    @abstractmethod
    def text(self, messages: Sequence[WisMessage], ask: Ask, action: Any) -> str:
        """An action as the text that answers the last of these messages."""
