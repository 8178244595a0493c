"""The option `--log`: a file of events, with their times, while a command plays."""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer

from agonist.cli.output_file import check
from agonist.core import UsageError
from agonist.reports.safe_text import on_one_line

LogFile = Annotated[
    Path | None,
    typer.Option("--log", help="A file that gets a line for each match, retry and error, with its time."),
]

LOGGER: Final = logging.getLogger("agonist")


class _Lines(logging.Formatter):
    """Formats each event as one line: `2026-01-31T12:00:00Z WARNING models.client: …`."""

    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        name = record.name.removeprefix("agonist.")
        when = self.formatTime(record, "%Y-%m-%dT%H:%M:%SZ")
        return on_one_line(f"{when} {record.levelname} {name}: {record.getMessage()}")


class _File(logging.FileHandler):
    """A log file that reports once if it can no longer be written, and does not stop the run."""

    lost = False

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        if not self.lost:
            self.lost = True
            why = sys.exc_info()[1]
            print(f"agonist: the log {self.baseFilename} cannot be written any more: {why}", file=sys.stderr)


@contextmanager
def logging_to(path: Path | None) -> Iterator[None]:
    """While this is open, events are also logged to this file; warnings are still shown.

    Raises `UsageError` for a file that cannot be written.
    """
    if path is None:
        yield
        return
    check(path, "--log")
    try:
        file = _File(path, encoding="utf-8", errors="backslashreplace")
    except OSError as error:
        raise UsageError(f"--log {path} cannot be written: {error.strerror or error}") from None
    file.setFormatter(_Lines())
    shown = logging.StreamHandler()
    shown.setLevel(logging.WARNING)
    before = LOGGER.level
    LOGGER.setLevel(logging.INFO)
    for handler in (file, shown):
        LOGGER.addHandler(handler)
    try:
        yield
    finally:
        for handler in (file, shown):
            LOGGER.removeHandler(handler)
            handler.close()
        LOGGER.setLevel(before)
