"""Opening a database: a file of SQLite's, or PostgreSQL by URL."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from agonist.store.failure import StoreError, told, without_secrets
from agonist.store.schema import set_up

PATIENCE: Final = 30.0
"""Seconds to wait for a lock that another process holds."""

APPLICATION: Final = 0x41676F6E
"""Says in the header of a SQLite file whose it is: "Agon"."""

WRITES: Final = {"agonist_writes": True}
"""Execution options of a connection that will write: it asks for the lock at the beginning, since a reader
that becomes a writer halfway may be refused without waiting."""


def connect(where: str | Path, *, must_exist: bool = False, patience: float = PATIENCE) -> Engine:
    """The database at a path or URL, with tables of the present schema; made if it may be.

    Raises `StoreError`, and has then changed nothing.
    """
    text = str(where)
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


def called(engine: Engine) -> str:
    """What messages call a database: its path, or its URL without the password."""
    if engine.dialect.name == "sqlite":
        return str(engine.url.database)
    return without_secrets(engine.url.render_as_string(hide_password=True).replace("+psycopg", ""))


def _sqlite(path: Path, must_exist: bool, patience: float) -> Engine:
    if str(path) in (":memory:", "", "."):
        raise StoreError(f"{str(path)!r} is no database that lasts: name a file, such as agonist.db")
    exists = _look(path, must_exist)
    address = f"file:{quote(str(path.absolute()))}"

    def open_file() -> sqlite3.Connection:
        # Never made here but for the first time: a file deleted during a run must not come back empty.
        mode = "rw" if exists else "rwc"
        return sqlite3.connect(
            f"{address}?mode={mode}",
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

    try:
        with told(str(path)):
            set_up(engine, str(path), must_exist=must_exist, application=APPLICATION)
            exists = True
            _use_wal(engine, path)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _look(path: Path, must_exist: bool) -> bool:
    """Whether the file is there; refuses, without touching it, what cannot be our database.

    SQLite itself would leave files beside a database of another program by merely looking into it.
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
        unfinished = path.with_name(path.name + "-journal").exists()
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from error
    if not header and must_exist:
        raise StoreError(f"{path} is empty, and no Agonist database")
    ours = int.from_bytes(header[68:72], "big") == APPLICATION
    if header and not header.startswith(b"SQLite format 3\0"):
        raise StoreError(f"{path} is not an Agonist database, and was left as it is; name another file")
    if header and not ours and not unfinished:
        raise StoreError(f"{path} belongs to another program, and was left as it is; name another file")
    if not _writable(path) or not _writable(path.absolute().parent):
        raise StoreError(f"{path} cannot be written to: the file, its folder or its disk is read-only")
    return True


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _use_wal(engine: Engine, path: Path) -> None:
    """Readers and a writer at once. Only after the tables, so that the file's header says whose it is."""
    connection = engine.raw_connection()
    try:
        cursor = connection.cursor()
        mode = cursor.execute("PRAGMA journal_mode").fetchone()[0]
        if mode != "wal":
            cursor.execute("PRAGMA journal_mode = WAL")
        cursor.close()
    except sqlite3.OperationalError as error:
        # Another process is just making the same change, or writes the old way: both are safe.
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
        raise StoreError("PostgreSQL needs the package psycopg: pip install 'agonist[postgresql]'") from error
    except (ArgumentError, ValueError) as error:
        raise StoreError(
            f"{without_secrets(url)} is no address such as postgresql://user@host/name"
        ) from error

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        connection.execute(f"SET lock_timeout = {int(patience * 1000)}")
        connection.commit()

    try:
        with told(called(engine)):
            set_up(engine, called(engine), must_exist=must_exist)
    except BaseException:
        engine.dispose()
        raise
    return engine
