"""Anyone who can answer: a model, a person, a search."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, TypeAlias

from agonist.core import AgonistError, Ask, Game, InvalidAnswer, Seat
from agonist.kit import Kit
from agonist.kit.picture import Picture
from agonist.models.image import Image
from agonist.models.protocol import Message, Origin
from agonist.players.model_call import ModelCall
from agonist.players.sight import drawn


@dataclass(frozen=True, slots=True)
class Question:
    """What a player is asked: all it may use to answer."""

    view: Any
    ask: Ask

    rng: Random
    """A generator of its own for each question, so that an answer depends on nothing that ran beside it."""

    attempt: int = 1
    complaint: InvalidAnswer | None = None
    """What was wrong with the attempt before, where the policy tells the player."""

    probe: str = ""
    """The name of the hidden question this is; empty for a move."""

    turn: int = 0
    """The step of the match, from 0."""


@dataclass(frozen=True, slots=True)
class SeatContext:
    """What a player needs to be made for one seat of one match."""

    kit: Kit
    game: Game[Any, Any]
    seat: Seat
    seed: str
    """For the player's own randomness; differs by match and seat, and tells nothing of chance's answers."""
    note: Callable[[ModelCall], None]
    """Takes down what was sent to a model and what came back; the match adds where and when."""
    match: str = ""
    """An opaque id of the match, the same when it is resumed; served agents see it in a header."""
    answered: Callable[[Sequence[Message]], ModelCall | None] = lambda _messages: None
    """What was answered to these messages before the match was broken off in the middle of a step."""
    record: Callable[[Origin | None, ModelCall], None] = lambda _origin, _call: None
    """Takes down what a model has just answered, in case the step is never completed."""
    apart: Callable[[Origin | None, ModelCall], None] = lambda _origin, _call: None
    """Takes down a request that was never answered, or answered when nobody waited any more."""
    image: Callable[[Picture], Awaitable[Image]] = drawn
    """Gives what is sent of a picture."""

    def origin(self, question: Question) -> Origin:
        """Where the requests about a question come from."""
        return Origin(self.match, self.seat, question.turn, question.attempt, question.probe)


class Player(ABC):
    """One instance plays one seat in one match.

    `waits`: whether an answer may have to wait for anything, as for a model, a person or a thread.
    `answer` returns an action, or raises an `InvalidAnswer` for what cannot be played; any other
    `AgonistError` suspends the match.
    """

    async def open(self) -> None:
        """Get ready before the match begins, or goes on; may wait for as long as it takes."""

    waits: ClassVar[bool] = True

    @abstractmethod
    async def answer(self, question: Question) -> Any:
        """An action for what is asked, given what this seat may see."""

    async def probe(self, question: Question) -> Any:
        """An answer to a hidden question; the next `answer` must be as if it had not been put."""
        return question.ask.sample(question.rng)

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        """Remember a turn that was played before this match was resumed.

        `action` is `None` if the policy played in one's place; `fallback` is then called next.
        """

    def replay(self, questions: Sequence[Question], action: Any, calls: Sequence[ModelCall]) -> None:
        """Go through a turn that was played before: its question, once for each attempt; then as `recall`.

        For players that remember by being asked again.
        """
        self.recall(questions[-1].view, questions[-1].ask, action, calls)

    def fallback(self, view: Any, ask: Ask, action: Any) -> None:
        """Hear that the policy of the match played this instead of one's own invalid answers."""

    async def finish(self, view: Any) -> None:
        """See how it ended."""

    def close(self) -> None:
        """Let go of what is held: the match is over, or stands still."""


PlayerFactory: TypeAlias = Callable[[SeatContext], Player]
"""Makes a player for a seat; what a player specification stands for."""


class Paused(AgonistError):
    """A person left the table; a match of a run can be resumed."""

    exit_code = 130
