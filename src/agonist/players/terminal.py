"""Playing in a terminal."""

from __future__ import annotations

import asyncio
import shutil
import sys
import threading
from collections.abc import Callable
from typing import Final, TextIO, TypeVar

from agonist.players.terminal_style import has_colours, has_symbols, with_colours, with_symbols, wrapped

T = TypeVar("T")

UP: Final = "\x1b[1A"
CLEAR: Final = "\x1b[2K"
DIM: Final = "\x1b[2m"
PLAIN: Final = "\x1b[0m"


LINES_RESERVED: Final = 6
"""Lines of the screen reserved for the request and the prompt."""


class Terminal:
    """Shows text on one stream and reads lines from standard input.

    On a real terminal, the text of `footer` is shown below the prompt while a person thinks.
    """

    def __init__(self, out: TextIO | None = None, footer: Callable[[], str] | None = None) -> None:
        self._out = out or sys.stdout
        self._footer = footer if self._out.isatty() else None
        self.turn = asyncio.Lock()

    def say(self, text: str) -> None:
        if has_symbols(self._out):
            text = with_symbols(text)
        if self._out.isatty():
            text = wrapped(text, shutil.get_terminal_size().columns)
        if has_colours(self._out):
            text = with_colours(text)
        print(text, file=self._out, flush=True)

    def fits(self, text: str) -> bool:
        """Whether a text fits the screen, with some lines to spare; anything fits a pipe."""
        if not self._out.isatty():
            return True
        columns, lines = shutil.get_terminal_size()
        return sum(1 + len(line) // max(columns, 1) for line in text.split("\n")) + LINES_RESERVED <= lines

    async def hear(self, prompt: str) -> str:
        if self._footer is None:
            print(prompt, end="", file=self._out, flush=True)
            return await beside(_line)
        # The line below the prompt: write it, then go up again. Enter leaves the cursor on it.
        below = self._footer()[: shutil.get_terminal_size().columns - 1]
        dim, plain = (DIM, PLAIN) if has_colours(self._out) else ("", "")
        print(f"\n{dim}{below}{plain}{UP}\r{prompt}", end="", file=self._out, flush=True)
        try:
            return await beside(_line)
        finally:
            print(CLEAR, end="", file=self._out, flush=True)


def _line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line


async def beside(wait: Callable[[], T]) -> T:
    """The result of a blocking call, from a thread that does not outlive the program.

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
        except Exception as error:  # noqa: BLE001  any error is passed on to the waiting task
            failure = error
            loop.call_soon_threadsafe(settle, lambda: result.set_exception(failure))
        else:
            loop.call_soon_threadsafe(settle, lambda: result.set_result(value))

    threading.Thread(target=run, daemon=True).start()
    return await result
