"""A model that is a Python function of the program that plays, such as a policy that is being trained."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from functools import cached_property
from typing import Final, TypeAlias, cast

from agonist.models.call_state import current_call
from agonist.models.protocol import Message, Reply, Settings
from agonist.players.python_agents.code_runner import AgentError, agent_code

PYTHON: Final = "python/"
"""The prefix of these models' names; the name follows under which the function was given."""

Complete: TypeAlias = Callable[[Sequence[Message], Settings], Reply | Awaitable[Reply]]
"""A function of a conversation and settings, asynchronous or not, that gives the model's answer."""


class PythonModel:
    """A function that answers conversations. Without `async` it is called in a thread, once at a time.

    Raises `AgentError` if the function raises, or returns anything but a `Reply`.
    """

    def __init__(self, name: str, complete: Complete) -> None:
        self.name = name
        self._complete = complete

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The function's answer."""
        what = f"the policy {self.name.removeprefix(PYTHON)}"
        with current_call().request(), agent_code(what):
            if _is_async(self._complete):
                reply = await cast("Awaitable[Reply]", self._complete(messages, settings))
            else:
                async with self._turn:
                    reply = cast("Reply", await asyncio.to_thread(self._complete, messages, settings))
        if not isinstance(reply, Reply):
            raise AgentError(f"{what} returned {type(reply).__name__}; return a Reply")
        return reply

    @cached_property
    def _turn(self) -> asyncio.Lock:
        return asyncio.Lock()


def is_model(target: object) -> bool:
    """Whether an object given as a player answers conversations: a function with the parameters `messages`
    and `settings`.

    >>> is_model(lambda messages, settings: None), is_model(lambda observation: "1"), is_model("vllm/m")
    (True, False, False)
    """
    if not callable(target) or inspect.isclass(target):
        return False
    try:
        return [*inspect.signature(target).parameters] == ["messages", "settings"]
    except (TypeError, ValueError):
        return False


def _is_async(function: object) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004  an object may be callable asynchronously
    )
