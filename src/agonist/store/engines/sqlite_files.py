"""Files of SQLite: which are ours, which this process has open, and copies of those that are read-only."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from threading import RLock
from typing import Final
from urllib.parse import parse_qsl, quote, unquote

from agonist.store.engines.failure import StoreError

PATIENCE: Final = 30.0
"""The default time to wait for a lock that another process holds, in seconds."""

APPLICATION: Final = 0x41676F6E
"""The application id in the header of a SQLite file: "Agon"."""


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database of SQLite's is."""

    path: Path
    must_exist: bool = False
    read_only: bool = False


def address_of(text: str) -> Address | None:
    """A path, `sqlite:///…` or a URI `file:…`; `None` for the URL of a server. Raises `StoreError`."""
    if "\0" in text:
        raise StoreError(f"{text!r} is not the name of a file")
    if text.startswith("file:"):
        return _of_uri(text)
    if text.startswith("sqlite:///"):
        text = text.removeprefix("sqlite:///")
    elif "://" in text:
        return None
    return Address(_lasting(Path(text)))


def _of_uri(text: str) -> Address:
    """The address in a SQLite URI such as `file:agonist.db?mode=ro`."""
    name, _, query = text.removeprefix("file:").partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    unknown = set(options) - {"mode", "immutable"}
    mode = options.get("mode", "rwc")
    if unknown or mode not in ("ro", "rw", "rwc"):
        raise StoreError(f"{text}: the only parameter of such an address is mode=ro, mode=rw or mode=rwc")
    path = Path(unquote(name.removeprefix("//localhost") if name.startswith("//localhost/") else name))
    read_only = mode == "ro" or options.get("immutable", "0") not in ("0", "")
    return Address(_lasting(path), must_exist=mode != "rwc", read_only=read_only)


def _lasting(path: Path) -> Path:
    if str(path) in (":memory:", "", "."):
        raise StoreError(f"{str(path)!r} would be gone with this process: name a file, such as agonist.db")
    return path


def identity(path: Path) -> tuple[int, int]:
    """What tells a file from all others, however it is called."""
    found = path.stat()
    return found.st_dev, found.st_ino


class Held:
    """The files that this process has open through SQLite.

    Such a file must not be opened and closed in any other way: the system drops all locks that a process has
    on a file as soon as the process closes it once. Another program could then remove the log that is written
    to here, and what is in it would be lost.
    """

    def __init__(self) -> None:
        self.lock = RLock()
        self._files: Counter[tuple[int, int]] = Counter()

    def __contains__(self, path: Path) -> bool:
        return self._files[identity(path)] > 0

    def add(self, path: Path) -> tuple[int, int]:
        file = identity(path)
        with self.lock:
            self._files[file] += 1
        return file

    def remove(self, file: tuple[int, int]) -> None:
        with self.lock:
            self._files[file] -= 1
            self._files += Counter()  # only those that are held stay


HELD: Final = Held()


def look(path: Path, must_exist: bool) -> bool:
    """Whether the file exists; raises, without touching it, for what cannot be our database.

    SQLite itself would leave files beside another program's database just by opening it.
    """
    try:
        if path.is_dir():
            raise StoreError(f"{path} is a folder: name a file, such as {path / 'agonist.db'}")
        if not path.exists():
            if must_exist:
                raise StoreError(f"there is no database {path}")
            if not path.absolute().parent.is_dir():
                raise StoreError(f"{path} cannot be created: there is no folder {path.absolute().parent}")
            if not _writable(path.absolute().parent):
                raise StoreError(f"{path} cannot be created: its folder is read-only")
            return False
        if not path.is_file():
            raise StoreError(f"{path} is not a file, and was left unchanged; name another")
        if path in HELD:
            return True
        unfinished = path.with_name(path.name + "-journal").exists()
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error
    if not header and must_exist:
        raise StoreError(f"{path} is empty, and not an Agonist database")
    ours = int.from_bytes(header[68:72], "big") == APPLICATION
    if header and not header.startswith(b"SQLite format 3\0"):
        raise StoreError(f"{path} is not an Agonist database, and was left unchanged; name another file")
    if header and not ours and not unfinished:
        raise StoreError(f"{path} belongs to another program, and was left unchanged; name another file")
    return True


def can_be_written(real: Path) -> bool:
    """Whether a database's file (links followed) and its folder can be written to."""
    return _writable(real) and _writable(real.parent)


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


class Copy:
    """A copy of a read-only database: SQLite would write files beside it even to read it.

    Its write-ahead log is copied too, and tables of an older version are migrated in the copy.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def path(self) -> Path:
        """The copy, which is made when it is first asked for."""
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="agonist-")
            for end in ("", "-wal", "-journal"):
                source = self._path.with_name(self._path.name + end)
                if end == "" or source.is_file():
                    try:
                        shutil.copyfile(source, Path(self._folder.name) / f"copy.db{end}")
                    except OSError as error:
                        raise StoreError(f"{source} cannot be read: {error.strerror}") from error
        return Path(self._folder.name) / "copy.db"

    def remove(self) -> None:
        """Remove the copy; a later `path` makes a new one."""
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


def connection_to(path: Path, patience: float, *, create: bool = False) -> sqlite3.Connection:
    """An open connection in autocommit mode, which any thread may use."""
    return sqlite3.connect(
        f"file:{quote(str(path))}?mode={'rwc' if create else 'rw'}",
        uri=True,
        timeout=patience,
        isolation_level=None,
        check_same_thread=False,
    )
