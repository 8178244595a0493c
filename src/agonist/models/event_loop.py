"""Running a coroutine to its end from code that is not asynchronous, and closing its connections."""

from __future__ import annotations

import asyncio
import atexit
import signal
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, wait
from functools import cache
from types import FrameType
from typing import Any, Final, TypeVar

from agonist.core.garbage_collection import collecting_seldom
from agonist.kit.limits_of_user_code import watched
from agonist.models.model_assembly import aclose_all

T = TypeVar("T")

_LAST_SECONDS: Final = 2.0
"""Seconds that the program's end waits for connections to be closed."""


def blocking(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine, even if an event loop is running already, as in a notebook."""

    async def closing() -> T:
        try:
            return await coroutine
        finally:
            await aclose_all()

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        with watched(), collecting_seldom():
            return _run(closing())
    results: list[T] = []
    errors: list[BaseException] = []

    def beside() -> None:
        try:
            results.append(_run(closing()))
        except BaseException as error:  # noqa: BLE001  raised again below, in the calling thread
            errors.append(error)

    thread = threading.Thread(target=beside)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    return results[0]


def in_background(coroutine: Coroutine[Any, Any, T]) -> Future[T]:
    """Run a coroutine in the one event loop that a thread of its own runs as long as the program.

    So callers that are not asynchronous can begin a match in one call and answer it in others.
    """
    return asyncio.run_coroutine_threadsafe(coroutine, _background())


@cache
def _background() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="agonist", daemon=True).start()
    # What is still open then would be reported on the terminal.
    atexit.register(lambda: wait([asyncio.run_coroutine_threadsafe(aclose_all(), loop)], _LAST_SECONDS))
    return loop


def _run(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine in a loop of its own; each Ctrl-C cancels it once more.

    `asyncio` cancels it by the first one only, and by the second raises KeyboardInterrupt in whatever is
    running at that moment, which may be a callback of uvloop's that no error leaves.
    """
    usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    replaces = usual and threading.current_thread() is threading.main_thread()
    pressed = False

    async def interruptible() -> T:
        if not replaces:
            return await coroutine
        task, loop = asyncio.current_task(), asyncio.get_running_loop()
        assert task is not None

        def cancel(_number: int, _frame: FrameType | None) -> None:
            nonlocal pressed
            pressed = True
            task.cancel()
            loop.call_soon_threadsafe(lambda: None)  # it may be waiting for something else

        before = signal.signal(signal.SIGINT, cancel)
        try:
            return await coroutine
        finally:
            signal.signal(signal.SIGINT, before)

    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            return runner.run(interruptible())
    except asyncio.CancelledError:
        if pressed:
            raise KeyboardInterrupt from None
        raise
    finally:
        if replaces:
            # A KeyboardInterrupt that code of a task raises leaves the handler of a loop that is closed.
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    try:
        # Requests to endpoints take a twentieth less processor time with this loop than with asyncio's.
        from uvloop import new_event_loop
    except ModuleNotFoundError:  # there is none for Windows
        return None
    return new_event_loop
