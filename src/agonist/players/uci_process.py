"""A program that speaks UCI, the Universal Chess Interface (Huber and Meyer-Kahlen, 2006), as a process.

It is asked and answers in lines. What it doesn't say in time, and that it has ended, are `EngineError`s; then
the process is killed, so that nothing waits for it.
"""

from __future__ import annotations

import os
import re
import selectors
import signal
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from threading import RLock
from typing import ClassVar, Final

from agonist.core import AgonistError, UsageError

PATIENCE: Final = 15.0
"""Seconds in which an engine begins and is ready."""

LONGEST: Final = 1 << 20
"""Bytes that an engine may send without the line that is waited for."""

_SPIN: Final = re.compile(r"option name (?P<name>.+?) type spin\b.*?\bmin (?P<low>-?\d+) max (?P<high>-?\d+)")
_OTHER: Final = re.compile(r"option name (?P<name>.+?) type \w+")


class EngineError(AgonistError):
    """A chess engine ended, was silent, or said what is no answer."""

    exit_code: ClassVar[int] = 7


@dataclass(frozen=True, slots=True)
class EngineOption:
    """An option of an engine; `low` and `high` are the ends of a number's range."""

    name: str
    low: int | None = None
    high: int | None = None


class UciProcess:
    """An engine that runs; `close` ends it. Its methods wait, so they are called in a thread."""

    def __init__(self, program: str) -> None:
        self.program = program
        try:
            self._process = subprocess.Popen(
                [program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # so that what it starts is ended with it, and Ctrl-C is ours
            )
        except OSError as error:
            raise UsageError(
                f"the chess engine {program} cannot be started: {error.strerror or error}"
            ) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._rest = b""
        self._in_use = RLock()

    def begin(self) -> dict[str, EngineOption]:
        """The engine's options, by name in lower case."""
        self.say("uci")
        found = {}
        for line in self.until("uciok", PATIENCE):
            if spin := _SPIN.match(line):
                found[spin["name"].casefold()] = EngineOption(
                    spin["name"], int(spin["low"]), int(spin["high"])
                )
            elif other := _OTHER.match(line):
                found[other["name"].casefold()] = EngineOption(other["name"])
        return found

    def ready(self) -> None:
        """Wait until it has done what it was told."""
        self.say("isready")
        self.until("readyok", PATIENCE)

    def say(self, *lines: str) -> None:
        """Send these lines. Raises `EngineError` if it has ended."""
        try:
            with self._in_use:
                self._in.write("".join(f"{line}\n" for line in lines).encode())
                self._in.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def until(self, word: str, seconds: float) -> list[str]:
        """All lines up to the one that begins with this word. Raises `EngineError`."""
        lines: list[str] = []
        end, read = time.monotonic() + seconds, 0
        while True:
            while b"\n" in self._rest:
                line, _, self._rest = self._rest.partition(b"\n")
                lines.append(line.decode("utf-8", "replace").strip())
                if lines[-1].split(" ")[0] == word:
                    return lines
            more = self._read(end - time.monotonic())
            read += len(more)
            if more and read <= LONGEST:
                self._rest += more
                continue
            self.close()
            if more:
                raise EngineError(f"the chess engine {self.program} sends text without end, and no {word}")
            raise EngineError(f"the chess engine {self.program} said no {word} within {seconds:g} seconds")

    def _read(self, seconds: float) -> bytes:
        """What it has sent; nothing if that takes longer. Raises `EngineError` if it has ended."""
        try:
            with self._in_use, selectors.DefaultSelector() as selector:
                selector.register(self._out, selectors.EVENT_READ)
                if seconds <= 0 or not selector.select(seconds):
                    return b""
                found = os.read(self._out.fileno(), 65_536)
        except (OSError, ValueError):
            raise self._ended() from None
        if not found:
            raise self._ended()
        return found

    def _ended(self) -> EngineError:
        self.close()
        code = self._process.returncode
        return EngineError(f"the chess engine {self.program} has ended, with the exit status {code}")

    def close(self) -> None:
        """End the process; it may be called twice, and while another thread waits for the engine."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with self._in_use:
            for stream in (self._in, self._out):
                with suppress(OSError):  # what was not sent yet is lost with the process
                    stream.close()
