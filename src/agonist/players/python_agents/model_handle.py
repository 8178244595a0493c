"""A model for an agent's own calls: metered, recorded, and subject to the limits of the run."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, TypeAlias, get_args

from agonist.core import UsageError
from agonist.models.protocol import Message, Model, Settings
from agonist.players.python_agents.recording import Recording

Role: TypeAlias = Literal["system", "user", "assistant"]

Messages: TypeAlias = str | Sequence[Message | Mapping[str, str]]
"""A prompt, or a conversation of `Message`s or of {"role": …, "content": …}."""


class ModelHandle:
    """A model for any number of calls by an agent.

    Each call is recorded with its cost in the match's transcript; the run's budget, rate limits and cache
    apply to it. Raises `ProviderError` or `BudgetSpent`, which suspend the match.
    """

    def __init__(self, model: Model, settings: Settings, recording: Recording) -> None:
        self._model, self._settings, self._recording = model, settings, recording

    @property
    def name(self) -> str:
        """Provider and model."""
        return self._model.name

    async def complete(
        self,
        messages: Messages,
        *,
        temperature: float | None = None,
        max_tokens: int | None = None,
        top_p: float | None = None,
        seed: int | None = None,
        reasoning_effort: str | None = None,
        schema: Mapping[str, Any] | None = None,
    ) -> str:
        """The text of the model's answer. Settings that are not given are those of its specification."""
        options: dict[str, Any] = {
            "temperature": temperature,
            "max_tokens": max_tokens,
            "top_p": top_p,
            "seed": seed,
            "reasoning_effort": reasoning_effort,
            "schema": schema,
        }
        settings = replace(
            self._settings, **{key: value for key, value in options.items() if value is not None}
        )
        reply = await self._recording.call(self._model, conversation(messages), settings)
        return reply.text

    def complete_sync(self, messages: Messages, **settings: Any) -> str:
        """`complete` for agents without `async`; waits for the answer."""
        loop = self._recording.loop
        if loop is None or _running() is loop:
            raise UsageError("complete_sync is for agents without async; write: await model.complete(…)")
        return asyncio.run_coroutine_threadsafe(self.complete(messages, **settings), loop).result()

    def __deepcopy__(self, memo: Any) -> ModelHandle:
        return self


def conversation(messages: Messages) -> tuple[Message, ...]:
    """The messages of a conversation. Raises `UsageError` for values of any other form.

    >>> conversation("Your move?")
    (Message(role='user', content='Your move?', image=None),)
    """
    if isinstance(messages, str):
        return (Message("user", messages),)
    found = tuple(each if isinstance(each, Message) else _message(each) for each in messages)
    if not found:
        raise UsageError("a conversation has at least one message")
    return found


def _message(message: Mapping[str, str]) -> Message:
    role, content = message.get("role"), message.get("content")
    for known in get_args(Role):
        if role == known and isinstance(content, str):
            return Message(known, content)
    raise UsageError(
        f"a message is {{'role': 'system', 'user' or 'assistant', 'content': text}}, not {str(message)[:80]}"
    )


def _running() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
