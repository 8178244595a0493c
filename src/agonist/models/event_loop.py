"""Running a coroutine to its end from code that is not asynchronous, and closing its connections."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from functools import cache
from typing import Any, TypeVar

from agonist.core.garbage_collection import collecting_seldom
from agonist.kit.code_limits import watched
from agonist.models.model_assembly import aclose_all

T = TypeVar("T")


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
    return loop


def _run(coroutine: Coroutine[Any, Any, T]) -> T:
    try:
        # Requests to endpoints take a twentieth less processor time with this loop than with asyncio's.
        from uvloop import new_event_loop
    except ModuleNotFoundError:  # there is none for Windows
        return asyncio.run(coroutine)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(coroutine)
