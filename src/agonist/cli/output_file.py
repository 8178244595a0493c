"""The destination of `--output`: a file, a pipe or a standard stream; devices are refused."""

from __future__ import annotations

import os
import secrets
import shutil
import stat
import sys
from pathlib import Path
from typing import Final

from agonist.cli.streams import OutputError
from agonist.core import UsageError

STREAMS: Final = {"/dev/stdout": "stdout", "/dev/stderr": "stderr"}
"""Names of standard streams. Opened as files, they would cut off what the shell has sent to one before."""


def check(path: Path, option: str = "--output") -> None:
    """Raise `UsageError`, before any work is done, if `write` could not write to this path."""
    if str(path) in STREAMS:
        return
    if str(path) in ("", "."):
        raise UsageError(f"{option} names no file: give it a name, such as report.html")
    try:
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        mode = None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{str(path)!r} cannot be written: {why}") from None
    folder = Path(os.path.realpath(path)).parent
    if mode is None and not folder.is_dir():
        raise UsageError(f"{path} cannot be written: there is no folder {path.parent}")
    if mode is not None:
        if stat.S_ISDIR(mode):
            raise UsageError(f"{path} is a folder: name a file, such as {path / 'report.html'}")
        if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
            raise UsageError(f"{path} is neither a file nor a pipe, and is left as it is; name another")
        if not os.access(path, os.W_OK):
            raise UsageError(f"{path} is read-only; name another file")
    if not path.is_fifo() and not os.access(folder, os.W_OK):
        raise UsageError(f"{path} cannot be written: its folder is read-only")


def write(path: Path, text: str) -> None:
    """Write a text to a file (whole or not at all), a pipe or a standard stream.

    Links are followed, and a file that exists keeps its mode. Raises `UsageError` for a name that cannot be
    written to, `OutputError` when writing fails.
    """
    check(path)
    content = text.encode("utf-8", "backslashreplace")
    try:
        if stream := STREAMS.get(str(path)):
            print(text, end="", file=getattr(sys, stream), flush=True)
        elif path.is_fifo():
            path.write_bytes(content)
        else:
            _replace(Path(os.path.realpath(path)), content)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from None


def _replace(target: Path, content: bytes) -> None:
    partial = target.with_name(f".agonist-{secrets.token_hex(6)}.part")
    try:
        with partial.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, partial)
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
