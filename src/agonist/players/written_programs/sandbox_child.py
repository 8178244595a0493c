"""The process in which a program of a model's plays: run by a bare interpreter, without Agonist.

It gets the program in one line of JSON, then a question a line, and answers each in a line. The program's
code is run anew for each question, so that nothing is remembered from one to the next. It sees a few modules
and builtins, no files, no network and no other process: an audit hook forbids them, so do limits of the
system, and where the system permits it namespaces and an empty root of files, each by itself.
"""

from __future__ import annotations

import builtins
import json
import os
import random
import signal
import sys
from collections.abc import Callable
from types import CodeType
from typing import Any, Final

MEMORY: Final = 1 << 30
"""Bytes."""

LIMITS: Final = {"AS": MEMORY, "FSIZE": 0, "CORE": 0, "NPROC": 0, "NOFILE": 3}
"""Limits of the system, by the end of their names; open are only the standard streams."""

NEW_USER: Final = 0x10000000
NEW_NETWORK: Final = 0x40000000
NO_NEW_PRIVILEGES: Final = 38
"""Flags of Linux's `unshare` and the option of its `prctl`."""

FORBIDDEN: Final = frozenset(
    (
        *("breakpoint", "compile", "copyright", "credits", "delattr", "eval", "exec", "exit", "globals"),
        *("help", "input", "license", "locals", "memoryview", "open", "quit", "setattr", "vars"),
    )
)
"""Builtins that a program hasn't got."""

HARMLESS: Final = frozenset(
    (
        *("compile", "exec", "import", "builtins.id", "sys._getframe", "code.__new__", "function.__new__"),
        *("object.__getattr__", "object.__setattr__", "object.__delattr__"),
        "resource.setrlimit",  # of processor time, by us, for each answer
    )
)
"""Events of the interpreter that a program may cause; all others are forbidden once it has begun."""


class OutOfTime(BaseException):
    """An answer took longer than it may."""


def shut_in(folder: str) -> bool:
    """Give up what the system lets this process give up: the network, and all files but those of a folder.

    Returns whether it has neither.
    """
    import resource  # which only POSIX has

    alone = False
    if sys.platform == "linux":
        import ctypes

        libc = ctypes.CDLL(None)
        if libc.unshare(NEW_USER | NEW_NETWORK) == 0 or libc.unshare(NEW_NETWORK) == 0:
            alone = libc.chroot(os.fsencode(folder)) == 0
            os.chdir("/")
        libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    for name, most in LIMITS.items():
        if (limit := getattr(resource, f"RLIMIT_{name}", None)) is not None:
            resource.setrlimit(limit, (most, most))
    return alone


def forbid(event: str, _arguments: Any) -> None:
    if event not in HARMLESS:
        raise PermissionError(f"a program may not do this: {event}")


def out_of_time(_signal: int, _frame: Any) -> None:
    raise OutOfTime


def line_of(error: BaseException) -> int:
    """The line of the program in which it failed; 0 if it was none of its own."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == "program":
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


class Program:
    """A program that is asked; `about`: what the first line says of it."""

    def __init__(self, about: dict[str, Any]) -> None:
        self.function, self.longest, self.seconds = about["function"], about["longest"], about["seconds"]
        self.modules = {name: __import__(name) for name in about["modules"]}
        self.builtins = {name: value for name, value in vars(builtins).items() if name not in FORBIDDEN}
        self.builtins |= {"__import__": self.bring, "print": lambda *_parts, **_options: None}
        self.code: CodeType = compile(about["source"], "program", "exec")

    def bring(self, name: str, *more: Any) -> Any:
        """What `import` gives a program."""
        if name.partition(".")[0] not in self.modules:
            raise ImportError(f"{name} cannot be imported")
        return __import__(name, *more)

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """The answer to a question, or what was wrong with it and in which line."""
        try:
            given = self._run(question)
            if isinstance(given, str):
                return {"answer": str.__str__(given)[: self.longest + 1]}
            return {"error": f"{self.function} returned {given!r:.60}, a {type(given).__name__} and no text"}
        except OutOfTime:
            return {"error": f"it took longer than {self.seconds:g} seconds of processor time"}
        except BaseException as error:  # noqa: BLE001  a program may raise anything
            return {"error": told(error)[:300], "line": line_of(error)}

    def _run(self, question: dict[str, Any]) -> Any:
        import resource

        random.seed(question["seed"])
        rng = random.Random(question["seed"])
        used = resource.getrusage(resource.RUSAGE_SELF)
        # Should the program not heed the alarm, the system ends it.
        most = int(used.ru_utime + used.ru_stime + 2 * self.seconds) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.RLIM_INFINITY))
        signal.setitimer(signal.ITIMER_PROF, self.seconds)
        try:
            space = {"__builtins__": self.builtins, "__name__": "program"}
            exec(self.code, space)
            choose: Callable[..., Any] = space[self.function]  # type: ignore[assignment]  # checked before
            return choose(question["view"], question["request"], question["options"], rng)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def told(error: BaseException) -> str:
    """An error in words; its own text may fail, too."""
    try:
        return f"{type(error).__name__}: {error}"
    except BaseException:  # noqa: BLE001  a program may raise anything
        return type(error).__name__


def main() -> None:
    about = json.loads(sys.stdin.readline())
    program = Program(about)
    # What the interpreter loads when it is first needed, while it still may.
    "".encode("ascii", "backslashreplace")
    random.seed("a text")
    signal.signal(signal.SIGPROF, out_of_time)
    said = {"alone": shut_in(about["folder"])}
    sys.addaudithook(forbid)
    while True:
        os.write(1, json.dumps(said).encode() + b"\n")
        if not (line := sys.stdin.readline()):
            return
        said = program.answer(json.loads(line))


if __name__ == "__main__":
    main()
