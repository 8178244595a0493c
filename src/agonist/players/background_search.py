"""Running a search in a thread or in slices on the event loop, so that other matches continue."""

from __future__ import annotations

import asyncio
import ctypes
import sys
import threading
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Literal, TypeAlias, TypeVar, cast

from agonist.core import AgonistError, GameError
from agonist.core.source_places import error_line, in_brackets
from agonist.kit.limits_of_user_code import Endless, code_of, limit, raised_by_code, too_slow
from agonist.kit.processor_time import Effort, processor_time_of

T = TypeVar("T")

Steps: TypeAlias = Generator[Any, Any, Any] | Coroutine[Any, Any, Any]

SEARCH_THREADS: Final = 2
"""Concurrent searches. They share one interpreter, so more would only delay the event loop."""

SECONDS_BETWEEN_CHECKS: Final = 1.0
"""Seconds between two checks of a long search."""

_pools: Final = [ThreadPoolExecutor(SEARCH_THREADS, thread_name_prefix="agonist thought")]
"""The last is in use; each earlier one has a thread that cannot be ended."""


async def think_within(what: str, call: Callable[[], T], calls_from: str = "", *, limited: bool = True) -> T:
    """The result of a call, run in a thread.

    Raises `GameError` if it exceeds the limit for a game's code, unless not `limited`. With `calls_from`, a
    file, the limit does not apply to code of that file, but to each call that it makes of other code.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()
    thread: list[int] = []
    over = threading.Event()
    ending = threading.Lock()

    def watch(before: types.FrameType | None, effort: Effort) -> None:
        """Check periodically what is running, and for how long."""
        timer.clear()
        running = None
        if calls_from:
            running = None if over.is_set() else _call_from(calls_from, thread[0])
            if running is None or running is not before:
                effort = Effort(limit(), clock[0])
        effort.look()
        if (why := effort.exceeded()) and not result.done():
            give_up(why)
        if not result.done():
            timer.append(loop.call_later(min(SECONDS_BETWEEN_CHECKS, limit() / 4), watch, running, effort))

    def give_up(why: str) -> None:
        with ending:
            if over.is_set():
                return  # it has just ended by itself, and its result is on the way
            end_thread(thread[0])
        _pools.append(ThreadPoolExecutor(SEARCH_THREADS, thread_name_prefix="agonist thought"))
        result.set_exception(GameError(too_slow(what, why)))

    def begin() -> None:
        # Time counts from here, since before the call may have waited for a thread.
        if not over.is_set():
            watch(None, Effort(limit(), clock[0]))

    def run() -> T:
        thread.append(threading.get_ident())
        if limited:
            clock.append(processor_time_of(thread[0]))
            loop.call_soon_threadsafe(begin)
        try:
            return call()
        finally:
            # From here on the thread is back in the pool, and must not be ended.
            with ending:
                over.set()
                spare_thread(thread[0])

    def finish(done: asyncio.Future[T]) -> None:
        # Retrieved even if nothing waits for it, since asyncio would otherwise log its traceback.
        error = None if done.cancelled() else done.exception()
        if done.cancelled() or result.done():
            return
        if error is not None:
            result.set_exception(error)
        else:
            result.set_result(done.result())

    timer: list[asyncio.TimerHandle] = []
    clock: list[Callable[[], float]] = []
    work = loop.run_in_executor(_pools[-1], run)
    work.add_done_callback(finish)
    try:
        return await result
    finally:
        for handle in timer:
            handle.cancel()


def _call_from(file: str, ident: int) -> types.FrameType | None:
    """The call that code of this file is making in a thread, if any."""
    frame = sys._current_frames().get(ident)  # noqa: SLF001  the only way to inspect another thread
    called: types.FrameType | None = None
    while frame is not None and frame.f_code.co_filename != file:
        called, frame = frame, frame.f_back
    return None if frame is None else called


def end_thread(ident: int) -> None:
    """Raise `Endless` in a thread at its next step; if it is blocked, when it wakes up."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Endless))


def spare_thread(ident: int) -> None:
    """Cancel an `end_thread` that has not reached the thread yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), None)


class code_of_player(code_of):  # noqa: N801  used like a function, as `code_of`
    """A context for a player's code on the event loop, up to its next wait: it is ended if it takes too
    long. `failure`: what its own errors become; `None` for a player of ours, which has no limit either."""

    __slots__ = ("failure",)

    def __init__(self, what: str, failure: type[AgonistError] | None) -> None:
        super().__init__(what, limited=failure is not None)
        self.failure = failure

    def failed(self, error: BaseException) -> Literal[False]:
        if self.failure is None:
            return False
        if isinstance(error, Endless):
            raise self.failure(self.too_slow(error)) from None
        if isinstance(error, StopIteration) or is_from_outside(error):
            return False
        raise self.failure(f"{self.what} raised {error_line(error)}{in_brackets(error)}") from error


def is_from_outside(error: BaseException) -> bool:
    """Whether an error ends code from outside: Ctrl-C, the end of its task or of its coroutine."""
    if isinstance(error, asyncio.CancelledError):
        try:
            task = asyncio.current_task()
        except RuntimeError:  # in a thread
            return False
        return task is not None and task.cancelling() > 0
    return isinstance(error, KeyboardInterrupt | GeneratorExit) and not raised_by_code(error)


async def in_steps(what: str, answer: Awaitable[T], failure: type[AgonistError] | None = GameError) -> T:
    """The result of a player's coroutine.

    Raises `failure` if its code raises anything but an `AgonistError`, or blocks the event loop for too long;
    `None` is for players of ours, whose errors are raised as they are.
    """
    return await called(code_of_player(what, failure), lambda: answer)


async def called(code: code_of_player, call: Callable[..., Awaitable[T]], *arguments: Any) -> T:
    """The result of a player's coroutine function, whose steps run in this context, as in `in_steps`."""
    steps, found = begun(code, call, *arguments)
    return cast("T", found if steps is None else await ended(code, steps, found))


def begun(
    code: code_of_player, call: Callable[..., Awaitable[Any]], *arguments: Any
) -> tuple[Steps | None, Any]:
    """The first step of a player's coroutine function: `None` and its result, for most end in it; otherwise
    its other steps and what it waits for, both for `ended`."""
    with code:
        answer: Any = call(*arguments)
        if type(answer) is not types.CoroutineType:
            if not hasattr(answer, "__await__"):
                name = getattr(call, "__name__", "it")
                raise TypeError(f"{name} is not a coroutine: write async def {name}")
            answer = answer.__await__()
        try:
            waiting = answer.send(None)
        except StopIteration as done:
            return None, done.value
    return answer, waiting


@types.coroutine
def ended(code: code_of_player, steps: Steps, waiting: Any) -> Generator[Any, Any, Any]:
    """The result of a coroutine that has `begun`."""
    while True:
        sent: Any = None
        thrown: BaseException | None = None
        try:
            sent = yield waiting
        except BaseException as error:  # noqa: BLE001  a cancellation is passed on to the coroutine
            thrown = error
        with code:
            try:
                waiting = steps.throw(thrown) if thrown is not None else steps.send(sent)
            except StopIteration as done:
                return done.value
