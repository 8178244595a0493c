"""Thinking beside the event loop or on it, so that other matches go on meanwhile."""

from __future__ import annotations

import asyncio
import ctypes
import threading
import types
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, ParamSpec, TypeVar

from agonist.core import GameError
from agonist.kit.code import Endless, code_of_player, limit

P = ParamSpec("P")
T = TypeVar("T")

THREADS: Final = 2
"""Searches at once. They take turns in one interpreter: more would only keep the event loop waiting."""

_pools: Final = [ThreadPoolExecutor(THREADS, thread_name_prefix="agonist thought")]
"""The last is in use; those before it have a thread that cannot be ended."""


async def think(call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the call gives, in a thread that the event loop does not wait for when it is closed.

    So Ctrl-C ends a run at once, however long a search takes.
    """
    return await asyncio.get_running_loop().run_in_executor(_pools[-1], lambda: call(*args, **kwargs))


async def think_within(what: str, call: Callable[[], T]) -> T:
    """What the call gives, in a thread; raises `GameError` if it takes longer than a game's code may."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()
    thread: list[int] = []
    over = threading.Event()
    ending = threading.Lock()

    def begin() -> None:
        # Counted from here: before, it may only have waited for a thread.
        timer.append(loop.call_later(limit(), give_up))

    def give_up() -> None:
        if not result.done():
            with ending:
                if not over.is_set():
                    end_thread(thread[0])
            _pools.append(ThreadPoolExecutor(THREADS, thread_name_prefix="agonist thought"))
            result.set_exception(GameError(f"{what} took more than {limit():g} seconds, and was ended"))

    def run() -> T:
        thread.append(threading.get_ident())
        loop.call_soon_threadsafe(begin)
        try:
            return call()
        finally:
            # From here on the thread is its pool's again, which must not be ended.
            with ending:
                over.set()
                spare_thread(thread[0])

    def finish(done: asyncio.Future[T]) -> None:
        # Asked for even if nobody waits for it any more, or asyncio would show its traceback.
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


def end_thread(ident: int) -> None:
    """Raise `Endless` in a thread at its next step; one that waits hears of it when it wakes up."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), ctypes.py_object(Endless))


def spare_thread(ident: int) -> None:
    """Take back what `end_thread` sent, if the thread has not heard of it yet."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(ident), None)


async def in_steps(what: str, answer: Awaitable[T]) -> T:
    """What a player's coroutine gives; raises `GameError` if it holds up the event loop without end."""
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
            return done.value  # type: ignore[no-any-return]  # what the coroutine returned
        sent, thrown = None, None
        try:
            sent = yield waiting
        except BaseException as error:  # noqa: BLE001  a cancellation is the coroutine's to hear
            thrown = error
