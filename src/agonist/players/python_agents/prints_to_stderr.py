"""Agents' prints go to standard error, so that standard output has only the output of the command."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TextIO

_PRINTING: Final[ContextVar[bool]] = ContextVar("agonist agent prints", default=False)
_LOCK: Final = threading.Lock()


class _Switch:
    """Replaces standard output: writes to standard error while an agent's code runs in this context."""

    def __init__(self, before: TextIO) -> None:
        self.before = before
        self.users = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr if _PRINTING.get() else self.before, name)


@contextmanager
def printing_to_stderr() -> Iterator[None]:
    """While it is open, `print` in this context (and tasks and threads begun in it) writes to stderr.

    Several may be open at the same time, in any order.
    """
    with _LOCK:
        out = sys.stdout
        switch = out if isinstance(out, _Switch) else _Switch(out)
        sys.stdout = switch
        switch.users += 1
    token = _PRINTING.set(True)
    try:
        yield
    finally:
        _PRINTING.reset(token)
        with _LOCK:
            switch.users -= 1
            if not switch.users and sys.stdout is switch:
                sys.stdout = switch.before
