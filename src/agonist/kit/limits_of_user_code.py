"""Limits on users' code (games, players, agents), which may raise anything, try to exit, or never end.

Each of these is reported in one message. A timer that runs during a command (`watched`) ends strangers' code
that blocks the whole program, and passes Ctrl-C on to any. Code of this package has no limit: it ends, and
takes as long as the machine needs.
"""

from __future__ import annotations

import dis
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import get_ident
from types import FrameType, TracebackType
from typing import Any, Final, Literal

from agonist.core import AgonistError, GameError, UsageError
from agonist.core.source_places import error_line, in_brackets, is_an_authors
from agonist.kit.processor_time import Effort

SECONDS: Final = "AGONIST_CODE_SECONDS"
"""The environment variable with the limit of one call of a game's or player's code, in seconds of processor
time."""

AGENT_SECONDS: Final = "AGONIST_AGENT_SECONDS"
"""The environment variable with the limit of one answer of an agent, in seconds of processor time."""

DEFAULTS: Final = {SECONDS: 20.0, AGENT_SECONDS: 600.0}
"""The limits where the environment sets none, in seconds."""

MOST_SECONDS: Final = 1e6

TICK: Final = 0.25
"""Seconds between two checks of the running call."""

HEARING: Final = 0.5
"""Seconds after which Ctrl-C is raised in the running code, since nothing else can handle it."""


def limit(variable: str = SECONDS) -> float:
    """The time limit that a variable sets, in seconds. Raises `UsageError` for an impossible limit."""
    if not (text := os.environ.get(variable, "")):
        return DEFAULTS[variable]
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < MOST_SECONDS:
        raise UsageError(f"{variable} is {text!r}: set it to a number of seconds, such as 30, or unset it")
    return seconds


def too_slow(what: str, exceeded: str, where: str = "", variable: str = SECONDS) -> str:
    """A message for code that was ended at a limit; `where`: its file and line, in brackets."""
    return f"{what} {exceeded}, and was ended{where}; {variable} sets the limit"


def is_ours(code: object) -> bool:
    """Whether a class, function or object belongs to this package."""
    return (getattr(code, "__module__", None) or "").partition(".")[0] == "agonist"


class Endless(BaseException):
    """A call exceeded the time limit. Not an `Exception`, which the code itself might catch."""


class code_of:  # noqa: N801  used like a function; a class only for speed
    """A context for code of a game: its errors become a `GameError` that names the error, the file and the
    line. One may be entered many times, in several threads.

    >>> with code_of("the rules of chess"):
    ...     1 / 0
    Traceback (most recent call last):
    agonist.core.errors.GameError: the rules of chess raised ZeroDivisionError: division by zero (..., line 2)
    """

    __slots__ = ("begun", "effort", "limited", "what")

    begun: float
    effort: Effort | None
    """Made when a tick first finds it running: reading the clock at each call would take too long."""

    def __init__(self, what: str, *, limited: bool = True) -> None:
        self.what, self.limited = what, limited

    def __enter__(self) -> None:
        if get_ident() == _MAIN:
            self.effort = None
            _RUNNING.append(self)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> Literal[False]:
        if _RUNNING and _RUNNING[-1] is self and get_ident() == _MAIN:
            _RUNNING.pop()
            if _hearing and _hearing[-1][0] is self:
                signal.signal(signal.SIGINT, _hearing.pop()[1])
        if error is None or isinstance(error, AgonistError):
            return False
        if isinstance(error, KeyboardInterrupt) and not raised_by_code(error):
            return False
        return self.failed(error)

    def failed(self, error: BaseException) -> Literal[False]:
        if isinstance(error, Endless):
            raise GameError(self.too_slow(error)) from None
        raise GameError(f"{self.what} raised {error_line(error)}{in_brackets(error)}") from error

    def too_slow(self, error: Endless) -> str:
        """The message for code that was ended at a limit."""
        # In a thread, who ended it knows the limit, and says so.
        effort = getattr(self, "effort", None)
        exceeded = effort.exceeded() if effort and get_ident() == _MAIN else ""
        return too_slow(self.what, exceeded or "took too long", in_brackets(error))


def raised_by_code(error: BaseException) -> bool:
    """Whether a `raise` of somebody's code raised this error, and not Python in the middle of it.

    Ctrl-C is a KeyboardInterrupt between any two instructions of code, and a coroutine that is closed gets a
    GeneratorExit where it waits; both are indistinguishable by type from those that code raises itself.
    """
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None or not is_an_authors(trace.tb_frame.f_code.co_filename):
        return False
    code, at = trace.tb_frame.f_code.co_code, trace.tb_lasti
    return code[at] == _RAISE and code[at + 1] > 0  # 0: `raise` alone, which passes on what was caught


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


def _tick(_number: int, _frame: FrameType | None) -> None:
    if not _RUNNING:
        return
    code = _RUNNING[-1]
    if code.effort is None:
        code.effort = Effort(limit())
        code.begun = time.monotonic()
        return
    code.effort.look()
    if code.limited and (why := code.effort.exceeded(2)):
        # The code catches everything. Stored data is consistent at any moment, so exiting does no harm.
        os.write(2, f"agonist: {code.what} {why}, and cannot be ended\n".encode())
        os._exit(GameError.exit_code)
    if code.limited and code.effort.exceeded():
        raise Endless
    if time.monotonic() - code.begun > HEARING and not (_hearing and _hearing[-1][0] is code):
        sound = signal.getsignal(signal.SIGINT)
        if sound is not None and sound is not signal.SIG_IGN:
            _hearing.append((code, sound))
            signal.signal(signal.SIGINT, _interrupt)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


_RUNNING: Final[list[code_of]] = []
"""What runs in the main thread, the innermost last."""

_hearing: Final[list[tuple[code_of, Any]]] = []
"""The code that hears Ctrl-C at this moment, and what heard it before; the innermost last."""

_RAISE: Final = dis.opmap["RAISE_VARARGS"]
_MAIN: Final = threading.main_thread().ident
