"""Running a search in a thread or in slices on the event loop, so that other matches continue."""

from __future__ import annotations

import asyncio
import ctypes
import sys
import threading
import types
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from agonist.core import GameError
from agonist.kit.code import Endless, code_of_player, limit, too_slow

T = TypeVar("T")

THREADS: Final = 2
"""Concurrent searches. They share one interpreter, so more would only delay the event loop."""

LOOK: Final = 1.0
"""Seconds between two checks of a long search."""

_pools: Final = [ThreadPoolExecutor(THREADS, thread_name_prefix="agonist thought")]
"""The last is in use; each earlier one has a thread that cannot be ended."""


async def think_within(what: str, call: Callable[[], T], calls_from: str = "") -> T:
    """The result of a call, run in a thread.

    Raises `GameError` if it exceeds the time limit for a game's code. With `calls_from`, a file, the limit
    does not apply to code of that file, but to each call that it makes of other code.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()
    thread: list[int] = []
    over = threading.Event()
    ending = threading.Lock()

    def begin() -> None:
        # Time counts from here, since before the call may have waited for a thread.
        if calls_from:
            watch(None, loop.time())
        else:
            timer.append(loop.call_later(limit(), give_up))

    def watch(before: types.FrameType | None, since: float) -> None:
        """Check periodically which call is running."""
        timer.clear()
        running = None if result.done() else _call_from(calls_from, thread[0])
        if running is None or running is not before:
            since = loop.time()
        elif loop.time() - since >= limit():
            give_up()
        if not result.done():
            timer.append(loop.call_later(min(LOOK, limit() / 4), watch, running, since))

    def give_up() -> None:
        if not result.done():
            with ending:
                if not over.is_set():
                    end_thread(thread[0])
            _pools.append(ThreadPoolExecutor(THREADS, thread_name_prefix="agonist thought"))
            result.set_exception(GameError(too_slow(what)))

    def run() -> T:
        thread.append(threading.get_ident())
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


async def in_steps(what: str, answer: Awaitable[T]) -> T:
    """The result of a player's coroutine. Raises `GameError` if it blocks the event loop for too long."""
    return await _steps(what, answer)


@types.coroutine
def _steps(what: str, answer: Awaitable[T]) -> Generator[Any, Any, T]:
    steps = answer.__await__()
    code = code_of_player(what)
    sent: Any = None
    thrown: BaseException | None = None
    while True:
        try:
            with code:
                waiting = steps.throw(thrown) if thrown is not None else steps.send(sent)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]  # the result of the coroutine
        sent, thrown = None, None
        try:
            sent = yield waiting
        except BaseException as error:  # noqa: BLE001  a cancellation is passed on to the coroutine
            thrown = error
