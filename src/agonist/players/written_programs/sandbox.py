"""A program of a model's, in a process that can do nothing but answer."""

from __future__ import annotations

import json
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Final

from agonist.core import AgonistError, UnreadableAnswer, UsageError
from agonist.players.line_process import LineProcess, ProcessEnded
from agonist.players.written_programs.allowed_code import FUNCTION, MODULES
from agonist.text.reading import ANSWER_CHARACTERS

CHILD: Final = Path(__file__).with_name("sandbox_child.py")

PATIENCE: Final = 600.0
"""Seconds after which a process that says nothing is given up: it is limited by the processor time that it
takes, so only a machine that is at its end lets it wait so long."""


class ProgramFault(UnreadableAnswer):
    """A program gave no answer: it failed, took too long, or returned no text."""


class Sandbox:
    """Runs one program; `close` ends its process. Its methods wait, so they are called in a thread.

    Args:
        source: The program, which `faults_of` has passed.
        seconds: Processor time for each answer.

    Raises:
        UsageError: On a system without limits for processes.
    """

    def __init__(self, source: str, seconds: float) -> None:
        if sys.platform == "win32":
            raise UsageError("code: needs Linux or macOS, whose processes can be limited")
        self._source, self._seconds = source, seconds
        self._child: LineProcess | None = None
        self.alone = False
        """Whether its process has neither a network nor files; known once it has answered."""
        self._folder = tempfile.mkdtemp(prefix="agonist-program-")
        self._closed, self._in_use = False, Lock()

    def _begin(self) -> LineProcess:
        with self._in_use:
            # A match that is stopped closes its players while a thread may be just about to ask.
            if self._closed:
                raise ProgramFault("its match has been stopped")
            child = self._child = LineProcess(
                [sys.executable, "-I", "-S", "-B", str(CHILD)], "the program", folder=self._folder
            )
        about = {
            "source": self._source,
            "seconds": self._seconds,
            "modules": MODULES,
            "function": FUNCTION,
            "longest": ANSWER_CHARACTERS,
            "folder": self._folder,
        }
        child.say(json.dumps(about))
        self.alone = bool(json.loads(child.line("ready", PATIENCE))["alone"])
        return child

    def answer(self, view: Any, request: str, options: Sequence[str] | None, seed: str) -> str:
        """What the program answers. Raises `ProgramFault`."""
        child = self._child or self._begin()
        question = {"view": view, "request": request, "options": options, "seed": seed}
        try:
            child.say(json.dumps(question))
            found = json.loads(child.line("answer", PATIENCE))
        except (ProcessEnded, ValueError) as error:
            ended, self._child = child, None
            ended.close()
            if ended.exit_status == -signal.SIGXCPU:
                raise ProgramFault(
                    f"it took longer than {self._seconds:g} seconds of processor time"
                ) from None
            raise ProgramFault(f"it ended its process: {error}") from None
        if "answer" in found:
            return str(found["answer"])
        where = f"line {found['line']}: " if found.get("line") else ""
        raise ProgramFault(f"{where}{found['error']}")

    def close(self) -> None:
        """End the process; it may be called twice, and while another thread waits for an answer."""
        with self._in_use:
            self._closed, child = True, self._child
        if child is not None:
            child.close()
        shutil.rmtree(self._folder, ignore_errors=True)


@cache
def obstacle(*, alone: bool = False) -> str:
    """Why no program can play on this machine; empty if programs can. A sandbox is started to find out.

    `alone`: their processes must have neither a network nor files, since strangers may write them.
    """
    sandbox = None
    try:
        sandbox = Sandbox(f"def {FUNCTION}(view, request, options, rng): return 'x'", 10.0)
        sandbox.answer(None, "", None, "")
        if alone and not sandbox.alone:
            return "programs of strangers need Linux's namespaces for users and networks, which are off here"
    except (AgonistError, OSError) as error:
        return f"programs cannot play on this machine: {error}"
    finally:
        if sandbox is not None:
            sandbox.close()
    return ""
