"""The destination of `--output`: a file, a pipe or a standard stream; devices are refused."""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from agonist.cli.streams import OutputError, say
from agonist.core import UsageError

STREAM: Final = re.compile(r"/dev/(?:stdout|stderr|fd/(\d+))|/proc/self/fd/(\d+)")

LINKS: Final = 40
"""The most links in a chain that are followed, as in the system."""


def check(path: Path, option: str = "--output") -> None:
    """Raise `UsageError`, before any work is done, if `write` could not write to this path."""
    if _stream(path) is None:
        _target(path, option)


def write(path: Path, text: str) -> None:
    """Write a text to a file (whole or not at all), a pipe or a standard stream.

    Links are followed, and a file that exists keeps its mode and owner. Raises `UsageError` for a name
    that cannot be written to, `OutputError` when writing fails.
    """
    content = text.encode("utf-8", "backslashreplace")
    number = _stream(path)
    try:
        if number in (1, 2):
            stream = sys.stdout if number == 1 else sys.stderr
            stream.write(text)
            stream.flush()
        elif number is not None:
            with os.fdopen(os.dup(number), "wb") as pipe:
                pipe.write(content)
        else:
            target, known = _target(path)
            if known is not None and stat.S_ISFIFO(known.st_mode):
                _into_pipe(target, content)
            else:
                _replace(target, content, known)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {error.strerror or error}") from None


def _stream(path: Path) -> int | None:
    """The number of the stream of this process that a path names, if it names one."""
    name = str(path)
    for _ in range(LINKS):
        try:
            if STREAM.fullmatch(name):
                break
            name = os.path.normpath(Path(name).parent / Path(name).readlink())
        except OSError:  # not a link, or it does not exist
            break
    found = STREAM.fullmatch(name)
    if found is None:
        return None
    number = next(
        (int(digits[:9]) for digits in found.groups() if digits), 2 if name.endswith("stderr") else 1
    )
    if number not in (1, 2):
        try:
            os.fstat(number)
        except OSError:
            raise UsageError(f"--output {path}: no stream of that number is open") from None
    return number


def _target(path: Path, option: str = "--output") -> tuple[Path, os.stat_result | None]:
    """The file or pipe at the end of a path's links, and its status if it exists."""
    if str(path) in ("", "."):
        raise UsageError(f"{option} names no file: give it a name, such as report.html")
    try:
        target = Path(os.path.realpath(path))
        known = _known(target)
        if known is None:
            folder = _known(target.parent)
            if folder is None or not stat.S_ISDIR(folder.st_mode):
                raise UsageError(f"{path} cannot be written: there is no folder {path.parent}")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise UsageError(f"{str(path)!r} cannot be written: {why}") from None
    if known is not None:
        if stat.S_ISDIR(known.st_mode):
            raise UsageError(f"{path} is a folder: name a file, such as {path / 'report.html'}")
        if not is_writable_kind(known.st_mode):
            raise UsageError(f"{path} is neither a file nor a pipe, and is left as it is; name another")
        if not os.access(target, os.W_OK):
            raise UsageError(f"{path} is read-only; name another file")
    if (known is None or stat.S_ISREG(known.st_mode)) and not os.access(target.parent, os.W_OK):
        raise UsageError(f"{path} cannot be written: its folder is read-only")
    return target, known


def is_writable_kind(mode: int) -> bool:
    """Whether a file of this mode may be written to: a regular file or a pipe, and no device or socket."""
    return stat.S_ISREG(mode) or stat.S_ISFIFO(mode)


def _known(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _into_pipe(target: Path, content: bytes) -> None:
    flags = os.O_WRONLY | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        opened = os.open(target, flags | os.O_NONBLOCK)
        os.set_blocking(opened, True)
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        say(f"Waiting for a program that reads {target}")
        opened = os.open(target, flags)
    with os.fdopen(opened, "wb") as pipe:
        if not stat.S_ISFIFO(os.fstat(opened).st_mode):
            raise OSError(errno.ESTALE, "it is no longer a pipe")
        pipe.write(content)


def _replace(target: Path, content: bytes, known: os.stat_result | None) -> None:
    partial = target.with_name(f".agonist-{secrets.token_hex(6)}.part")
    opened = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o666)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(content)
            file.flush()
            if known is not None:
                with suppress(OSError):  # only root may give files away
                    os.fchown(opened, known.st_uid, known.st_gid)
                os.fchmod(opened, stat.S_IMODE(known.st_mode))
            os.fsync(opened)
        found = _known(target)
        if found is not None and not stat.S_ISREG(found.st_mode):
            raise OSError(errno.ESTALE, "another file has replaced it")
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
