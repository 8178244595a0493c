"""Running an agent's code, which may raise anything, print, or try to exit the program."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, ClassVar, Final

from agonist.core import AgonistError
from agonist.core.source_places import error_line, in_brackets
from agonist.kit.limits_of_user_code import AGENT_SECONDS, limit, too_slow
from agonist.kit.processor_time import Effort, processor_time_of
from agonist.players.background_search import SECONDS_BETWEEN_CHECKS, end_thread, in_steps, is_from_outside
from agonist.players.python_agents.prints_to_stderr import printing_to_stderr

SEARCH_THREADS: Final = 256
"""How many agents without `async` run at the same time, in one thread each."""

_POOL: Final = ThreadPoolExecutor(SEARCH_THREADS, thread_name_prefix="agonist agent")


class AgentError(AgonistError):
    """The code of an agent failed; the message names the agent, the error, the file and the line."""

    exit_code: ClassVar[int] = 7


@contextmanager
def agent_code(what: str) -> Iterator[None]:
    """A context for an agent's code: its errors become an `AgentError`, and its prints go to stderr.

    Errors derived from `AgonistError`, such as an invalid answer or a spent budget, pass through, and so does
    what ends the agent from outside.
    """
    try:
        with printing_to_stderr():
            yield
    except AgonistError:
        raise
    except BaseException as error:
        if is_from_outside(error):
            raise
        raise AgentError(f"{what} raised {error_line(error)}{in_brackets(error)}") from error


class Runner:
    """Runs the code of one agent, one call at a time.

    Functions without `async` run in threads, so that they delay no other match. A call that exceeded its
    limit may still be running in its thread: the next call waits for its end. `asking`: whether the agent
    waits for a model of the run, which has limits of its own.
    """

    def __init__(self, name: str, asking: Callable[[], bool] = lambda: False) -> None:
        self._name, self._asking = name, asking
        self._last: asyncio.Future[Any] | None = None

    async def call(self, what: str, function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
        """The function's result, awaited if need be. Raises `AgentError` if it raises or never ends."""
        label = f"{what} of {self._name}"
        if _is_async(function):
            with agent_code(label):
                answer = function(**arguments)
            return await self._awaited(label, answer)
        if self._last is not None and not self._last.done():
            await asyncio.wait([self._last])

        thread: list[int] = []

        def run() -> Any:
            thread.append(threading.get_ident())
            with agent_code(label):
                return function(**arguments)

        here = contextvars.copy_context()
        self._last = asyncio.get_running_loop().run_in_executor(_POOL, here.run, run)
        self._last.add_done_callback(lambda done: done.cancelled() or done.exception())
        result = await self._threaded(label, self._last, thread)
        return await self._awaited(label, result) if inspect.isawaitable(result) else result

    async def _threaded(self, label: str, call: asyncio.Future[Any], thread: Sequence[int]) -> Any:
        """The result of a call in a thread, which is ended if it exceeds its limit."""
        effort: Effort | None = None
        while not call.done():
            await asyncio.wait([call], timeout=_look())
            if not thread or call.done():
                continue  # it waits for a thread
            if effort is None:
                effort = Effort(limit(AGENT_SECONDS), processor_time_of(thread[0]))
            self._look(effort)
            if (why := effort.exceeded()) and not call.done():
                end_thread(thread[0])
                raise AgentError(too_slow(label, why, variable=AGENT_SECONDS))
        return call.result()

    async def _awaited(self, label: str, answer: Awaitable[Any]) -> Any:
        """The result of a coroutine, which is cancelled if it waits for too long."""
        loop = asyncio.get_running_loop()
        # What it computes on the event loop has a limit of its own (`in_steps`).
        effort = Effort(limit(AGENT_SECONDS), processor=lambda: 0.0)

        def watch() -> None:
            self._look(effort)
            if effort.exceeded():
                end.reschedule(loop.time())
            else:
                timers[:] = [loop.call_later(_look(), watch)]

        timers = [loop.call_later(_look(), watch)]
        try:
            async with asyncio.timeout(None) as end:
                with agent_code(label):
                    return await in_steps(label, answer, AgentError)
        except TimeoutError:
            if not end.expired():
                raise
            raise AgentError(too_slow(label, effort.exceeded(), variable=AGENT_SECONDS)) from None
        finally:
            timers[0].cancel()

    def _look(self, effort: Effort) -> None:
        if self._asking():
            effort.rest()
        else:
            effort.look()


def _look() -> float:
    """Seconds between two looks at what an agent does."""
    return min(SECONDS_BETWEEN_CHECKS, limit(AGENT_SECONDS) / 4)


def _is_async(function: Any) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004  the method itself is looked at
    )
