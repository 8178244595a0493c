"""Running a game's own code, which may raise anything, try to exit the program, or never end.

Each of these is reported in one message. A timer that runs during a command (`watched`) ends code that blocks
the whole program, and passes Ctrl-C on to it.
"""

from __future__ import annotations

import os
import signal
import sys
import sysconfig
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident
from types import FrameType, TracebackType
from typing import Any, Final, Literal

from agonist.core import AgonistError, GameError, UsageError

SECONDS: Final = "AGONIST_CODE_SECONDS"
"""The environment variable with the time limit of one call of a game's or player's code, in seconds."""

AGENT_SECONDS: Final = "AGONIST_AGENT_SECONDS"
"""The environment variable with the time limit of one answer of an agent without `async`, in seconds."""

DEFAULTS: Final = {SECONDS: 20.0, AGENT_SECONDS: 600.0}
"""The limits where the environment sets none, in seconds."""

MOST: Final = 1e6

TICK: Final = 0.25
"""Seconds between two checks of the running call."""

HEARING: Final = 0.5
"""Seconds after which Ctrl-C is raised in the running code, since nothing else can handle it."""


def limit(variable: str = SECONDS) -> float:
    """The time limit that a variable sets, in seconds. Raises `UsageError` for an impossible limit."""
    if not (given := os.environ.get(variable, "")):
        return DEFAULTS[variable]
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < MOST:
        raise UsageError(f"{variable} is {given!r}: set it to a number of seconds, such as 30, or unset it")
    return seconds


def too_slow(what: str, where: str = "", variable: str = SECONDS) -> str:
    """A message for code that was ended at the limit; `where`: its file and line, in brackets."""
    return (
        f"{what} took more than {limit(variable):g} seconds, and was ended{where}; {variable} sets the limit"
    )


class Endless(BaseException):
    """A call exceeded the time limit. Not an `Exception`, which the code itself might catch."""


class code_of:  # noqa: N801  used like a function; a class only for speed
    """A context for code of a game: its errors become a `GameError` that names the error, the file and the
    line.

    >>> with code_of("the rules of chess"):
    ...     1 / 0
    Traceback (most recent call last):
    agonist.core.errors.GameError: the rules of chess raised ZeroDivisionError: division by zero (..., line 2)
    """

    __slots__ = ("outer", "since", "what")

    outer: code_of | None
    since: float | None
    """When a tick first found it running; reading the clock at each call would take too long."""

    def __init__(self, what: str) -> None:
        self.what = what

    def __enter__(self) -> None:
        global _running
        if get_ident() == _MAIN:
            self.outer = _running
            self.since = None
            _running = self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Literal[False]:
        global _running
        if _running is self:
            _running = self.outer
            if _hearing and _hearing[-1][0] is self:
                signal.signal(signal.SIGINT, _hearing.pop()[1])
        if error is None or isinstance(error, AgonistError | KeyboardInterrupt):
            return False
        return self.failed(error)

    def failed(self, error: BaseException) -> Literal[False]:
        if isinstance(error, Endless):
            raise GameError(too_slow(self.what, place(error))) from None
        raise GameError(f"{self.what} raised {said(error)}{place(error)}") from error


class code_of_player(code_of):  # noqa: N801  as above
    """A context for a player's code on the event loop, up to its next wait: it is ended if it takes too
    long."""

    __slots__ = ()

    def failed(self, error: BaseException) -> Literal[False]:
        return super().failed(error) if isinstance(error, Endless) else False


@contextmanager
def watched() -> Iterator[None]:
    """While this is open, code that blocks the main thread is ended at the limit, or by the first Ctrl-C.

    In other threads, and on systems without such a timer, it ends nothing. Raises `UsageError` if the
    environment sets an impossible limit.
    """
    for variable in DEFAULTS:
        limit(variable)
    usable = get_ident() == _MAIN and hasattr(signal, "setitimer")
    if not usable or signal.getsignal(signal.SIGALRM) not in (signal.SIG_DFL, signal.SIG_IGN):
        yield
        return
    before = signal.signal(signal.SIGALRM, _tick)
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def said(error: BaseException) -> str:
    """An error as one line of text."""
    kind = type(error).__name__
    try:
        text = " ".join(str(error).split())
    except Exception:  # noqa: BLE001  the text of a user's error may raise, too
        text = ""
    text = text if len(text) <= 300 else f"{text[:299]}…"
    return f"{kind}: {text}" if text else kind


def place(error: BaseException) -> str:
    """The file and line that an error came from, in brackets: the last one in code of a game, if there is
    any."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return ""
    last = next((frame for frame in reversed(frames) if _is_a_games(frame.filename)), frames[-1])
    return f" ({Path(last.filename).name}, line {last.lineno})"


def _is_a_games(filename: str) -> bool:
    if filename.startswith(_OURS):
        return filename.startswith(os.path.join(_OURS, "games"))  # noqa: PTH118  text against text
    return not filename.startswith(_LIBRARIES)


def _tick(_number: int, _frame: FrameType | None) -> None:
    code = _running
    if code is None:
        return
    now = time.monotonic()
    if code.since is None:
        code.since = now
    taken = now - code.since
    most = limit()
    if taken > 2 * most + 1:
        # The code catches everything. Stored data is consistent at any moment, so exiting does no harm.
        os.write(2, f"agonist: {code.what} took more than {most:g} seconds, and cannot be ended\n".encode())
        os._exit(GameError.exit_code)
    if taken > most:
        raise Endless
    if taken > HEARING and not (_hearing and _hearing[-1][0] is code):
        sound = signal.getsignal(signal.SIGINT)
        if sound is not None and sound is not signal.SIG_IGN:
            _hearing.append((code, sound))
            signal.signal(signal.SIGINT, signal.default_int_handler)


_running: code_of | None = None
"""What runs in the main thread. Setting an attribute of the class would make Python forget its cached
methods."""

_hearing: Final[list[tuple[code_of, Any]]] = []
"""The code that hears Ctrl-C at this moment, and what heard it before; the innermost last."""

_MAIN: Final = threading.main_thread().ident
_OURS: Final = str(Path(__file__).parents[1])
_LIBRARIES: Final = (
    sysconfig.get_path("stdlib"),
    sysconfig.get_path("purelib"),
    sysconfig.get_path("platlib"),
    "<frozen",
    sys.prefix + os.sep + "lib",
)
