"""Processes that play the runs started from pages, so that searches do not block pages."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Final

SECONDS_TO_STOP: Final = 10.0
"""Seconds that a run has to store its progress when the server ends."""

MOST_ERROR_CHARACTERS: Final = 2_000
"""How many characters of a failed process's output are shown."""


@dataclass
class _Process:
    process: subprocess.Popen[bytes]
    errors: Path


class RunProcesses:
    """Plays the runs of one database, each in a separate process, with the same command as in a terminal.

    `command` is followed by the database and a run; by default it is `agonist resume`.
    """

    def __init__(self, database: str, command: Sequence[str] = ()) -> None:
        self._database = database
        self._command = tuple(command) or (sys.executable, "-m", "agonist", "resume")
        self._played: dict[str, _Process] = {}
        self._lock = Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="agonist-runs-")

    def play(self, run: str) -> None:
        """Continue a run, unless a process of this server already plays it."""
        with self._lock:
            if self.is_playing(run):
                return
            errors = Path(self._folder.name) / f"{run}.txt"
            with errors.open("wb") as out:
                # In its own session: Ctrl-C reaches the server only, which then stops its runs one by one.
                process = subprocess.Popen(
                    [*self._command, run, "--db", self._database],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=out,
                    start_new_session=True,
                )
            self._played[run] = _Process(process, errors)

    def is_playing(self, run: str) -> bool:
        """Whether a process of this server plays the run."""
        played = self._played.get(run)
        return played is not None and played.process.poll() is None

    def stop(self, run: str) -> bool:
        """Stop a run like Ctrl-C, so that it can be resumed; returns whether a process of ours played it."""
        with self._lock:
            if not self.is_playing(run):
                return False
            self._played[run].process.send_signal(signal.SIGINT)
            return True

    def failure(self, run: str) -> str:
        """The last output of a run's process, if it failed."""
        played = self._played.get(run)
        if played is None or played.process.poll() in (None, 0):
            return ""
        with suppress(OSError):
            text = played.errors.read_text(encoding="utf-8", errors="replace").strip()
            lines = [line for line in text.splitlines() if line.startswith("agonist:")]
            return "\n".join(lines or text.splitlines()[-5:])[-MOST_ERROR_CHARACTERS:]
        return ""

    def close(self) -> None:
        """Stop all runs, and wait for them."""
        with self._lock:
            processes = [played.process for played in self._played.values()]
            for process in processes:
                if process.poll() is None:
                    process.send_signal(signal.SIGINT)
            for process in processes:
                try:
                    process.wait(SECONDS_TO_STOP)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
            self._folder.cleanup()
