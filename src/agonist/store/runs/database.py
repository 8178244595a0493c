"""Opening a database: a file of SQLite's, or PostgreSQL by URL."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from agonist.extras import install
from agonist.store.engines.failure import StoreError, database_errors, without_secrets
from agonist.store.engines.sqlite_file import (
    APPLICATION,
    HELD,
    PATIENCE,
    Address,
    Copy,
    address_of,
    can_be_written,
    connection_to,
    holding,
    look,
)
from agonist.store.runs.schema import set_up

WRITES: Final = {"agonist_writes": True}
"""Execution options of a connection that will write: it takes the lock at once, since SQLite may refuse a
reader that becomes a writer later without waiting."""


STOPPED: Final = 10
"""Seconds after which PostgreSQL ends a transaction that writes, and in which nothing happens: a process that
was stopped in the middle of one would keep its locks for good."""

READ_ONLY: Final = "agonist_read_only"
"""Execution option of an engine whose database can only be read."""


def connect(
    where: str | Path, *, must_exist: bool = False, patience: float = PATIENCE, read_only: bool = False
) -> Engine:
    """The database at a path or URL, with tables of the present schema; created if that is allowed.

    Older tables are migrated. With `read_only` they stay: those of a file are migrated in a copy of it, and
    those of a server are refused. If it raises `StoreError`, nothing has changed.
    """
    text = str(where)
    if (address := address_of(text)) is not None:
        return _sqlite(replace(address, read_only=address.read_only or read_only), must_exist, patience)
    scheme, _, rest = text.partition("://")
    if scheme in ("postgresql", "postgres", "postgresql+psycopg"):
        return _postgresql(f"postgresql+psycopg://{rest}", must_exist, patience, may_migrate=not read_only)
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


def _sqlite(address: Address, must_exist: bool, patience: float) -> Engine:
    must_exist = must_exist or address.must_exist
    with HELD.lock:
        if not look(address.path, must_exist):
            # Nothing else in this process may read it before its tables exist.
            engine = _opened(address, must_exist, patience, exists=False)
            held = HELD.add(address.path)
            event.listen(engine, "engine_disposed", lambda _engine: HELD.remove(held), once=True)
            return engine
        held = HELD.add(address.path)
    with holding(held):
        engine = _opened(address, must_exist, patience, exists=True)
    event.listen(engine, "engine_disposed", lambda _engine: HELD.remove(held), once=True)
    return engine


def _opened(address: Address, must_exist: bool, patience: float, *, exists: bool) -> Engine:
    path, read_only = address.path, address.read_only
    real = Path(os.path.realpath(path))
    if exists and not can_be_written(real):
        if not must_exist:
            raise StoreError(f"{path} cannot be written to: the file, its folder or its disk is read-only")
        read_only = True
    copy = Copy(real)

    def open_file() -> sqlite3.Connection:
        # Created only when first opened: a file deleted during a run must not come back empty.
        return connection_to(copy.path() if read_only else real, patience, create=not exists)

    engine = create_engine(
        URL.create("sqlite+pysqlite", database=str(path)),
        creator=open_file,
        hide_parameters=True,
        max_overflow=-1,
        paramstyle="named",  # as PostgreSQL's driver has it: rows are handed to either as they are
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
        copy.remove()

    try:
        with database_errors(str(path)):
            set_up(engine, str(path), must_exist=must_exist, application=APPLICATION)
            exists = True
            if not read_only:
                _use_wal(engine, path)
    except BaseException:
        engine.dispose()
        raise
    engine.update_execution_options(**{READ_ONLY: read_only, "agonist_path": str(real)})
    return engine


def _use_wal(engine: Engine, path: Path) -> None:
    """Use a write-ahead log, for readers beside a writer. Called after the tables are made, since they set
    the header."""
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


def _postgresql(url: str, must_exist: bool, patience: float, *, may_migrate: bool) -> Engine:
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
            set_up(engine, name_of(engine), must_exist=must_exist, may_migrate=may_migrate)
    except BaseException:
        engine.dispose()
        raise
    return engine
