"""Writing to standard streams that may be closed, full, or in an encoding without our characters."""

from __future__ import annotations

import codecs
import errno
import io
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from typing import Final, TextIO

from agonist.cli.interruption import Interrupted
from agonist.core import AgonistError
from agonist.reports.safe_text import printable

OUTPUT_ERRORS: Final = (errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT, errno.EINVAL)
"""The errors of writing to a standard stream, except that its reader has closed it."""


PLAIN_CHARACTERS: Final = str.maketrans(
    {"─": "-", "━": "-", "│": "|", "┃": "|", "–": "-", "—": "-", "·": "-", "×": "x", "…": "...", "→": "->"}
    | {"≤": "<=", "≥": ">=", "±": "+-", "‘": "'", "’": "'", "“": '"', "”": '"', "\u00a0": " ", "γ": "gamma"}
)
"""What our texts and tables write where an encoding has none of these, as under `LANG=C`."""


class OutputError(AgonistError):
    """A file or standard output cannot be written."""

    exit_code = 3


def prepare() -> None:
    """Make standard streams safe to write to; called once, before anything is opened.

    A stream that was closed gets the null device as its number, or the next file that is opened, such as the
    database, would take its place and be written into; writing to such a standard output fails. Characters
    that an encoding lacks are written plainly (`PLAIN_CHARACTERS`), or as escapes.
    """
    codecs.register_error(_plainly.__name__, _plainly)
    for number, (name, flags) in enumerate(
        (("stdin", os.O_RDONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY))
    ):
        stream = getattr(sys, name)
        if stream is None:
            os.open(os.devnull, flags)  # takes the lowest number that is free
            stream = os.fdopen(number, "w" if number else "r", closefd=False)
        if number and isinstance(stream, io.TextIOWrapper):
            if isinstance(stream.buffer, io.RawIOBase):
                # With PYTHONUNBUFFERED, as in many containers, Python loses the rest of a text if a signal
                # arrives while a pipe is full, and our timer sends signals.
                stream = os.fdopen(stream.fileno(), "w", 1, stream.encoding, closefd=False)
            stream.reconfigure(errors=_plainly.__name__)
        setattr(sys, name, stream)


def _plainly(error: UnicodeError) -> tuple[str | bytes, int]:
    """An error handler of codecs."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end].translate(PLAIN_CHARACTERS)
    return found.encode("ascii", "backslashreplace").decode(), error.end


def say(text: str) -> None:
    """Print a message on standard error, if it is open."""
    with suppress(OSError, ValueError):
        print(printable(text), file=sys.stderr, flush=True)


def abandon(stream: TextIO | None = None) -> None:
    """Abandon a stream (standard output), so that the interpreter does not try to write the rest at exit."""
    with suppress(OSError, ValueError):
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, (stream or sys.stdout).fileno())
        os.close(null)


def finish() -> None:
    """Write what is left, and give up where that fails, as in a terminal that was closed.

    The interpreter would try again when it ends, and its exit code would be 120 instead of ours.
    """
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            abandon(stream)


def output_error(error: OSError) -> AgonistError | None:
    """The message for an error if standard output could not be written."""
    if error.filename is not None or error.errno not in OUTPUT_ERRORS:
        return None
    if error.errno == errno.EIO and stat.S_ISCHR(os.fstat(1).st_mode):
        return Interrupted("the terminal was closed")
    return OutputError(
        f"standard output cannot be written: {error.strerror}; send it elsewhere, and try again"
    )


@contextmanager
def only_data() -> Iterator[TextIO]:
    """While this is open, what a game or player prints goes to standard error, and so does what a program or
    a C library writes to descriptor 1. Gives standard output.
    """
    out = sys.stdout
    with redirect_stdout(sys.stderr):
        try:
            usual = isinstance(out, io.TextIOWrapper) and os.path.sameopenfile(out.fileno(), 1)
        except OSError:
            usual = False
        if not usual:
            yield out  # in a test or a notebook
            return
        out.flush()
        number = os.dup(1)
        os.dup2(2, 1)
        with os.fdopen(number, "w", encoding=out.encoding, errors=out.errors) as stream:
            stream.reconfigure(line_buffering=bool(out.line_buffering))
            try:
                yield stream
            finally:
                os.dup2(number, 1)
