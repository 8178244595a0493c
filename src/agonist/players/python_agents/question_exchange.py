"""A thread-safe exchange between a match and whoever answers for one of its seats from outside."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final

from agonist.players.player import Paused
from agonist.players.python_agents.context import AgentContext

TURN_SECONDS: Final = 45.0
"""Seconds that a tool of MCP waits for its turn: clients time out after a minute."""


@dataclass(eq=False, slots=True)
class OpenQuestion:
    """A question that waits for its answer."""

    observation: str
    news: str
    legal: list[str] | None
    answer: Future[str] = field(default_factory=Future)


class Desk:
    """One seat of one match: the match puts questions here, and the tools answer them.

    Must be made in the event loop of the tools, such as those of MCP. `over` says how the match ended, or why
    it is suspended.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self.asked: OpenQuestion | None = None
        self.rejected = ""
        self.over = ""
        self.rules = ""
        self._left = False

    # The side of the match

    def player(self, context: AgentContext) -> SeatAtDesk:
        """The agent that sits at the desk."""
        return SeatAtDesk(self, context)

    def put(self, change: Callable[[], None]) -> None:
        """Set the current question, from any thread."""

        def now() -> None:
            change()
            self._changed.set()

        self._loop.call_soon_threadsafe(now)

    def close(self, over: str) -> None:
        """Note that the match has ended or is suspended; may be called from any thread."""

        def change() -> None:
            self.over, self.asked = self.over or over, None

        self.put(change)

    # The side of the tools

    async def question(self, patience: float | None = TURN_SECONDS) -> OpenQuestion | None:
        """Wait for the current question; `None` if the match is over, or there is no question within
        `patience` seconds (`None` for no limit)."""
        try:
            async with asyncio.timeout(patience):
                while self.asked is None and not self.over:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            pass
        return self.asked

    def leave(self) -> None:
        """Note that the client has disconnected: the match is suspended at its next question, or at once."""
        self._left = True
        if self.asked is not None and not self.asked.answer.done():
            self.asked.answer.set_exception(Paused("the client has left"))

    def place(self, question: OpenQuestion) -> None:
        """Put a question on the desk."""
        self.asked = question
        if self._left:
            self.leave()


class SeatAtDesk:
    """An agent whose answers come from the tools at a desk."""

    def __init__(self, desk: Desk, context: AgentContext) -> None:
        self._desk, self._context = desk, context

    async def answer(self, observation: str, news: str, legal: list[str] | None) -> str:
        question = OpenQuestion(observation, news, legal)
        self._desk.put(lambda: self._desk.place(question))
        return await asyncio.wrap_future(question.answer)

    def start(self, rules: str) -> None:
        self._desk.rules = rules

    def rejected(self, complaint: str) -> None:
        self._desk.rejected = complaint

    def recall(self) -> None:
        """Does nothing, since the tool `observation` has everything that clients need."""

    def finish(self, observation: str) -> None:
        self._desk.close(f"The match is over.\n\n{observation}")


def answered(desk: Desk, question: OpenQuestion, text: str) -> None:
    """Answer the question; the desk is then empty until the next one."""
    desk.asked, desk.rejected = None, ""
    question.answer.set_result(text)


def legal_text(legal: list[str] | None) -> str:
    """Legal answers as text, one per line."""
    return "There are too many legal answers to list." if legal is None else "\n".join(legal)
