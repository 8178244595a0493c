"""Running an agent's code, which may raise anything, print, or try to exit the program."""

from __future__ import annotations

import asyncio
import contextvars
import inspect
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final

from agonist.core import AgonistError
from agonist.kit.code import AGENT_SECONDS, Endless, limit, too_slow
from agonist.players.agents.output import printing_to_stderr
from agonist.players.thought import end_thread

THREADS: Final = 256
"""How many agents without `async` run at the same time, in one thread each."""

_POOL: Final = ThreadPoolExecutor(THREADS, thread_name_prefix="agonist agent")


class AgentError(AgonistError):
    """The code of an agent failed; the message names the agent, the error, the file and the line."""

    exit_code: ClassVar[int] = 7


@contextmanager
def agent_code(what: str, home: Path | None = None) -> Iterator[None]:
    """A context for an agent's code: its errors become an `AgentError`, and its prints go to stderr.

    `home` is the folder of the agent's file: the message names the last line of the traceback in it. Errors
    derived from `AgonistError`, such as an invalid answer or a spent budget, pass through.
    """
    try:
        with printing_to_stderr():
            yield
    except AgonistError:
        raise
    except (Exception, SystemExit, Endless) as error:
        kind = type(error).__name__
        text = error.msg if isinstance(error, SyntaxError) else str(error)  # `where` adds the line
        said = f"{kind}: {text}" if text else kind
        raise AgentError(f"{what} raised {said}{where(error, home)}") from error


def where(error: BaseException, home: Path | None) -> str:
    """The file and line that an error came from, in brackets; empty if unknown."""
    if isinstance(error, SyntaxError) and error.filename:
        return f" ({Path(error.filename).name}, line {error.lineno})"
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if _inside(frame.filename, home)]
    theirs = theirs or [frame for frame in frames if not _installed(frame.filename)]
    if not (theirs or frames):
        return ""
    last = (theirs or list(frames))[-1]
    return f" ({Path(last.filename).name}, line {last.lineno}, in {last.name})"


def _inside(filename: str, home: Path | None) -> bool:
    if home is None or not Path(filename).is_relative_to(home):
        return False
    return "site-packages" not in Path(filename).relative_to(home).parts


def _installed(filename: str) -> bool:
    """Whether a file is ours, Python's, or a library's."""
    return "site-packages" in filename or filename.startswith(_PLATFORM)


_PLATFORM: Final = (
    str(Path(__file__).parents[2]),
    str(Path(inspect.__file__).parent),
    "<frozen",
    sys.base_prefix + "/lib/python",
)


class Runner:
    """Runs the code of one agent, one call at a time.

    Functions without `async` run in threads, so that they delay no other match. A call that exceeded its time
    limit may still be running in its thread: the next call waits for its end.
    """

    def __init__(self, name: str, home: Path | None) -> None:
        self._name, self._home = name, home
        self._last: asyncio.Future[Any] | None = None

    async def call(self, what: str, function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
        """The function's result, awaited if need be. Raises `AgentError` if it raises."""
        label = f"{what} of {self._name}"
        if _is_async(function):
            with agent_code(label, self._home):
                return await function(**arguments)
        if self._last is not None and not self._last.done():
            await asyncio.wait([self._last])

        thread: list[int] = []

        def run() -> Any:
            thread.append(threading.get_ident())
            with agent_code(label, self._home):
                return function(**arguments)

        here = contextvars.copy_context()
        self._last = asyncio.get_running_loop().run_in_executor(_POOL, here.run, run)
        self._last.add_done_callback(lambda done: done.cancelled() or done.exception())
        try:
            result = await asyncio.wait_for(asyncio.shield(self._last), limit(AGENT_SECONDS))
        except TimeoutError:
            if self._last.done():
                raise
            for ident in thread:
                end_thread(ident)
            raise AgentError(too_slow(label, variable=AGENT_SECONDS)) from None
        if inspect.isawaitable(result):
            with agent_code(label, self._home):
                return await result
        return result


def _is_async(function: Any) -> bool:
    return inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
        getattr(function, "__call__", None)  # noqa: B004  the method itself is looked at
    )
