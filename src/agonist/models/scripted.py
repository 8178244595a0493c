"""A model with scripted answers, for tests (users' own tests, too)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeAlias

from agonist.core import UsageError
from agonist.models.call_state import current_call
from agonist.models.protocol import Message, Reply, Settings, Usage
from agonist.models.token_estimate import tokens_of, tokens_of_messages

ScriptedAnswer: TypeAlias = str | Reply | BaseException


class ScriptedModel:
    """Gives the answers in order, or those that a function of the messages gives.

    An answer is a text, a whole `Reply`, or an exception, which is raised. Each takes `delay`
    seconds. `sent` holds all that was asked, in order: `(messages, settings)`. Usage is estimated.
    Raises `UsageError` when the answers are used up.

    >>> model = ScriptedModel(["Action: 3"])
    >>> asyncio.run(model.complete([Message("user", "Your move?")], Settings())).text
    'Action: 3'
    >>> model.sent[0][0][0].content
    'Your move?'
    """

    def __init__(
        self,
        answers: Sequence[ScriptedAnswer] | Callable[[Sequence[Message]], ScriptedAnswer],
        *,
        name: str = "scripted",
        delay: float = 0.0,
    ) -> None:
        self.name = name
        self.delay = delay
        self.sent: list[tuple[tuple[Message, ...], Settings]] = []
        self._answers = answers

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The next answer of the script."""
        self.sent.append((tuple(messages), settings))
        line = self._line(len(self.sent) - 1, messages)
        with current_call().request():
            if self.delay:
                await asyncio.sleep(self.delay)
            if isinstance(line, BaseException):
                raise line
        if isinstance(line, Reply):
            return line
        usage = Usage(prompt=tokens_of_messages(messages, self.name), completion=tokens_of(line))
        return Reply(line, "stop", usage, self.name, self.delay)

    def _line(self, number: int, messages: Sequence[Message]) -> ScriptedAnswer:
        if callable(self._answers):
            return self._answers(messages)
        if number >= len(self._answers):
            raise UsageError(
                f"the script of {self.name!r} has {len(self._answers)} answers and was asked for more"
            )
        return self._answers[number]
