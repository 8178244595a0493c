"""The terminal as a place where people play."""

from __future__ import annotations

import asyncio
import sys
import threading
from collections.abc import Callable
from typing import TextIO, TypeVar

T = TypeVar("T")


class Terminal:
    """Shows text on one stream and reads lines from standard input."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self.turn = asyncio.Lock()

    def say(self, text: str) -> None:
        print(text, file=self._out, flush=True)

    async def hear(self, prompt: str) -> str:
        print(prompt, end="", file=self._out, flush=True)
        return await beside(_line)


def _line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


async def beside(wait: Callable[[], T]) -> T:
    """What a call that waits gives, from a thread that nobody waits for when the program ends.

    A pool's threads are joined at exit, so Ctrl-C at a prompt would hang until the next line.
    """
    loop = asyncio.get_running_loop()
    result: asyncio.Future[T] = loop.create_future()

    def settle(set_it: Callable[[], None]) -> None:
        if not result.done():
            set_it()

    def run() -> None:
        try:
            value = wait()
        except Exception as error:  # noqa: BLE001  whatever it is, it belongs to the one who waits
            kept = error
            loop.call_soon_threadsafe(settle, lambda: result.set_exception(kept))
        else:
            loop.call_soon_threadsafe(settle, lambda: result.set_result(value))

    threading.Thread(target=run, daemon=True).start()
    return await result
