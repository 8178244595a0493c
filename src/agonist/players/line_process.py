"""A program that is asked and answers in lines, as a process of its own.

What it doesn't say in time, and that it has ended, are errors; then the process is killed, so that nothing
waits for it.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Sequence
from contextlib import suppress
from threading import RLock
from typing import ClassVar, Final

from agonist.core import AgonistError, UsageError

LONGEST: Final = 1 << 20
"""Bytes that a program may send without the line that is waited for."""


class ProcessEnded(AgonistError):
    """A program ended, was silent, or said what is no answer."""

    exit_code: ClassVar[int] = 7


class LineProcess:
    """A program that runs; `close` ends it. Its methods wait, so they are called in a thread.

    `called`: what messages call it. `failure`: the class of its errors.
    """

    failure: ClassVar[type[ProcessEnded]] = ProcessEnded

    def __init__(self, command: Sequence[str], called: str, *, folder: str | None = None) -> None:
        self.called = called
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env=None if folder is None else {},
                start_new_session=True,  # so that what it starts is ended with it, and Ctrl-C is ours
            )
        except OSError as error:
            raise UsageError(f"{called} cannot be started: {error.strerror or error}") from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._rest = b""
        self._in_use = RLock()

    def say(self, *lines: str) -> None:
        """Send these lines. Raises its `failure` if it has ended."""
        try:
            with self._in_use:
                self._in.write("".join(f"{line}\n" for line in lines).encode())
                self._in.flush()
        except (OSError, ValueError):
            raise self.ended() from None

    def line(self, what: str, seconds: float, *, since: float | None = None, read: int = 0) -> str:
        """The next line, without its end. Raises its `failure`.

        `what`: what is waited for, `seconds` from `since` on. `read`: bytes that it has sent since.
        """
        end = (time.monotonic() if since is None else since) + seconds
        while b"\n" not in self._rest:
            more = self._read(end - time.monotonic())
            if more and read + len(self._rest) + len(more) <= LONGEST:
                self._rest += more
                continue
            self.close()
            if more:
                raise self.failure(f"{self.called} sends text without end, and no {what}")
            raise self.failure(f"{self.called} said no {what} within {seconds:g} seconds")
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode("utf-8", "replace").strip()

    def _read(self, seconds: float) -> bytes:
        """What it has sent; nothing if that takes longer. Raises its `failure` if it has ended."""
        try:
            with self._in_use, selectors.DefaultSelector() as selector:
                selector.register(self._out, selectors.EVENT_READ)
                if seconds <= 0 or not selector.select(seconds):
                    return b""
                found = os.read(self._out.fileno(), 65_536)
        except (OSError, ValueError):
            raise self.ended() from None
        if not found:
            raise self.ended()
        return found

    def ended(self) -> ProcessEnded:
        """The error for a process that has ended, whose streams are closed now."""
        self.close()
        return self.failure(f"{self.called} has ended, with the exit status {self.exit_status}")

    @property
    def exit_status(self) -> int | None:
        """The exit status of a process that has ended; below 0, the signal that ended it."""
        return self._process.returncode

    def close(self) -> None:
        """End the process; it may be called twice, and while another thread waits for it."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with self._in_use:
            for stream in (self._in, self._out):
                with suppress(OSError):  # what was not sent yet is lost with the process
                    stream.close()
