"""Opening a database: a file of SQLite's, or PostgreSQL by URL."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from threading import RLock
from typing import Any, Final
from urllib.parse import parse_qsl, quote, unquote

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from agonist.extras import install
from agonist.store.failure import StoreError, database_errors, without_secrets
from agonist.store.schema import set_up

PATIENCE: Final = 30.0
"""The default time to wait for a lock that another process holds, in seconds."""

APPLICATION: Final = 0x41676F6E
"""The application id in the header of a SQLite file: "Agon"."""

WRITES: Final = {"agonist_writes": True}
"""Execution options of a connection that will write: it takes the lock at once, since SQLite may refuse a
reader that becomes a writer later without waiting."""


STOPPED: Final = 10
"""Seconds after which PostgreSQL ends a transaction that writes, and in which nothing happens: a process that
was stopped in the middle of one would keep its locks for good."""

READ_ONLY: Final = "agonist_read_only"
"""Execution option of an engine whose database can only be read."""


def connect(where: str | Path, *, must_exist: bool = False, patience: float = PATIENCE) -> Engine:
    """The database at a path or URL, with tables of the present schema; created if that is allowed.

    If it raises `StoreError`, nothing has changed.
    """
    text = str(where)
    if "\0" in text:
        raise StoreError(f"{text!r} is not the name of a file")
    if text.startswith("file:"):
        return _of_address(text, must_exist, patience)
    if text.startswith("sqlite:///"):
        return _sqlite(Path(text.removeprefix("sqlite:///")), must_exist, patience)
    if "://" not in text:
        return _sqlite(Path(where), must_exist, patience)
    scheme, _, rest = text.partition("://")
    if scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        return _postgresql(f"postgresql+psycopg://{rest}", must_exist, patience)
    raise StoreError(
        f"a database is a path such as agonist.db or postgresql://user@host/name, not {without_secrets(text)}"
    )


def name_of(engine: Engine) -> str:
    """The name of a database for messages: its path, or its URL without the password."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return without_secrets(engine.url.render_as_string(hide_password=True).replace("+psycopg", ""))


def path_of(engine: Engine) -> Path:
    """The file of a SQLite database, links followed."""
    return Path(engine.get_execution_options()["agonist_path"])


def presence(engine: Engine) -> Callable[[], None]:
    """Raises `StoreError` when called after the database's file was removed or replaced by another."""
    if engine.dialect.name != "sqlite":
        return lambda: None
    path = path_of(engine)
    first = path.stat()

    def check() -> None:
        try:
            same = os.path.samestat(first, path.stat())
        except OSError:
            raise StoreError(
                f"{name_of(engine)} was removed while it was in use; put it back, and resume the run"
            ) from None
        if not same:
            raise StoreError(
                f"{name_of(engine)} was replaced by another file while it was in use; nothing is written"
            )

    return check


def settle_plan(engine: Engine) -> None:
    """Move what was written from the write-ahead log into the file itself."""
    if engine.dialect.name == "sqlite":
        with database_errors(name_of(engine)), engine.connect() as connection:
            connection.rollback()
            connection.connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _of_address(text: str, must_exist: bool, patience: float) -> Engine:
    """A database by a SQLite URI such as `file:agonist.db?mode=ro`."""
    name, _, query = text.removeprefix("file:").partition("?")
    options = dict(parse_qsl(query, keep_blank_values=True))
    unknown = set(options) - {"mode", "immutable"}
    mode = options.get("mode", "rwc")
    if unknown or mode not in ("ro", "rw", "rwc"):
        raise StoreError(f"{text}: the only parameter of such an address is mode=ro, mode=rw or mode=rwc")
    path = Path(unquote(name.removeprefix("//localhost") if name.startswith("//localhost/") else name))
    read_only = mode == "ro" or options.get("immutable", "0") not in ("0", "")
    return _sqlite(path, must_exist or mode != "rwc", patience, read_only=read_only)


def _sqlite(path: Path, must_exist: bool, patience: float, *, read_only: bool = False) -> Engine:
    if str(path) in (":memory:", "", "."):
        raise StoreError(f"{str(path)!r} does not name a lasting database: name a file, such as agonist.db")
    with _HELD.lock:
        exists = _look(path, must_exist)
        if not exists:
            # Nobody else in this process may look into it before its tables are there.
            return _opened(path, must_exist, patience, exists=False, read_only=read_only)
        held = _HELD.add(path)
    try:
        return _opened(path, must_exist, patience, exists=True, read_only=read_only)
    except BaseException:
        _HELD.remove(held)
        raise


def _opened(path: Path, must_exist: bool, patience: float, *, exists: bool, read_only: bool) -> Engine:
    new = not exists
    real = Path(os.path.realpath(path))
    if exists and not (_writable(real) and _writable(real.parent)):
        if not must_exist:
            raise StoreError(f"{path} cannot be written to: the file, its folder or its disk is read-only")
        read_only = True
    copies: list[tempfile.TemporaryDirectory[str]] = []

    def open_file() -> sqlite3.Connection:
        # Created only when first opened: a file deleted during a run must not come back empty.
        mode = "rw" if exists else "rwc"
        where = _copied(real, copies) if read_only else real
        return sqlite3.connect(
            f"file:{quote(str(where))}?mode={mode}",
            uri=True,
            timeout=patience,
            isolation_level=None,
            check_same_thread=False,
        )

    engine = create_engine(
        URL.create("sqlite+pysqlite", database=str(path)),
        creator=open_file,
        hide_parameters=True,
        max_overflow=-1,
    )

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("agonist_writes")
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    @event.listens_for(engine, "engine_disposed")
    def forget(_engine: Engine) -> None:
        while copies:
            copies.pop().cleanup()

    try:
        with database_errors(str(path)):
            set_up(engine, str(path), must_exist=must_exist, application=APPLICATION)
            exists = True
            if not read_only:
                _use_wal(engine, path)
    except BaseException:
        engine.dispose()
        raise
    held = _HELD.add(path) if new else _identity(path)
    event.listen(engine, "engine_disposed", lambda _engine: _HELD.remove(held), once=True)
    engine.update_execution_options(**{READ_ONLY: read_only, "agonist_path": str(real)})
    return engine


def _identity(path: Path) -> tuple[int, int]:
    """What tells a file from all others, however it is called."""
    found = path.stat()
    return found.st_dev, found.st_ino


class _Held:
    """The files that this process has open through SQLite.

    Such a file must not be opened and closed in any other way: the system drops all locks that a process has
    on a file as soon as the process closes it once. Another program could then remove the log that is written
    to here, and what is in it would be lost.
    """

    def __init__(self) -> None:
        self.lock = RLock()
        self._files: Counter[tuple[int, int]] = Counter()

    def __contains__(self, path: Path) -> bool:
        return self._files[_identity(path)] > 0

    def add(self, path: Path) -> tuple[int, int]:
        file = _identity(path)
        with self.lock:
            self._files[file] += 1
        return file

    def remove(self, file: tuple[int, int]) -> None:
        with self.lock:
            self._files[file] -= 1
            self._files += Counter()  # only those that are held stay


_HELD: Final = _Held()


def _copied(path: Path, copies: list[tempfile.TemporaryDirectory[str]]) -> Path:
    """A copy of a read-only database: SQLite would write files beside it even to read it.

    Its write-ahead log is copied too, and tables of an older version are migrated in the copy.
    """
    if not copies:
        folder = tempfile.TemporaryDirectory(prefix="agonist-")
        copies.append(folder)
        for end in ("", "-wal", "-journal"):
            source = path.with_name(path.name + end)
            if end == "" or source.is_file():
                try:
                    shutil.copyfile(source, Path(folder.name) / f"copy.db{end}")
                except OSError as error:
                    raise StoreError(f"{source} cannot be read: {error.strerror}") from error
    return Path(copies[0].name) / "copy.db"


def _look(path: Path, must_exist: bool) -> bool:
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
                raise StoreError(f"{path} cannot be made: there is no folder {path.absolute().parent}")
            if not _writable(path.absolute().parent):
                raise StoreError(f"{path} cannot be made: its folder is read-only")
            return False
        if not path.is_file():
            raise StoreError(f"{path} is not a file, and was left unchanged; name another")
        if path in _HELD:
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


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _use_wal(engine: Engine, path: Path) -> None:
    """Use a write-ahead log, for readers beside a writer. Only after the tables, which set the header."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        if mode != "wal":
            cursor.execute("PRAGMA journal_mode = WAL")
        cursor.close()
    except sqlite3.OperationalError as error:
        # Another process is making the same change, or writes without a log: both are safe.
        if error.sqlite_errorname not in ("SQLITE_BUSY", "SQLITE_BUSY_RECOVERY", "SQLITE_LOCKED"):
            raise StoreError(f"{path} cannot be opened: {error}") from error
    finally:
        connection.close()


def _postgresql(url: str, must_exist: bool, patience: float) -> Engine:
    try:
        parsed = make_url(url)
        engine = create_engine(
            parsed,
            hide_parameters=True,
            pool_pre_ping=True,
            connect_args={"connect_timeout": 10} if "connect_timeout" not in parsed.query else {},
        )
    except ModuleNotFoundError as error:
        raise StoreError(f"PostgreSQL needs the package psycopg: {install('postgresql')}") from error
    except (ArgumentError, ValueError) as error:
        raise StoreError(
            f"{without_secrets(url)} is not an address such as postgresql://user@host/name"
        ) from error

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.execute(f"SET lock_timeout = {int(patience * 1000)}")
        connection.commit()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if connection.get_execution_options().get("agonist_writes"):
            connection.exec_driver_sql(f"SET LOCAL idle_in_transaction_session_timeout = '{STOPPED}s'")

    try:
        with database_errors(name_of(engine)):
            set_up(engine, name_of(engine), must_exist=must_exist)
    except BaseException:
        engine.dispose()
        raise
    return engine
