"""A database in a file of SQLite's."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import ClassVar

from agonist.store.engines.database import Database
from agonist.store.engines.failure import StoreError, database_errors
from agonist.store.engines.file_claim import claimed_file, expect_claims, is_claimed_file
from agonist.store.engines.sqlite_files import HELD, Address, Copy, can_be_written, connection_to, look


class SqliteDatabase(Database):
    """A file of SQLite's; one that can only be read is read in a copy."""

    tables: ClassVar = "SELECT name FROM sqlite_master WHERE type = 'table'"
    clock: ClassVar = "SELECT (julianday('now') - 2440587.5) * 86400"
    dialect: ClassVar = "sqlite+pysqlite"
    # The style is that of PostgreSQL's driver: rows are handed to either as they are.
    options: ClassVar = {"max_overflow": -1, "paramstyle": "named"}
    # The lock is taken at once, since SQLite may refuse a reader that becomes a writer later without waiting.
    begins: ClassVar = ("BEGIN", "BEGIN IMMEDIATE")

    def __init__(self, address: Address, patience: float, *, must_exist: bool = False) -> None:
        super().__init__()
        must_exist = must_exist or address.must_exist
        self.name, self._path, self._patience = str(address.path), address.path, patience
        self._real = Path(os.path.realpath(address.path))
        self._copy: Copy | None = None
        self._replaces = False
        with HELD.lock:
            self._held = HELD.add(address.path) if look(address.path, must_exist) else None
        writable = self._held is None or can_be_written(self._real)
        if not (writable or must_exist):
            self.close()
            raise StoreError(
                f"{self.name} cannot be written to: the file, its folder or its disk is read-only"
            )
        if address.read_only or not writable:
            self.read_copy()

    def read_copy(self) -> None:
        if self._copy is None:
            super().close()
            self.read_only, self._copy = True, Copy(self._real)

    def connection(self, *, writes: bool = False) -> sqlite3.Connection:
        # Created only when first opened: a file deleted during a run must not come back empty.
        path = self._real if self._copy is None else self._copy.path()
        connection = connection_to(path, self._patience, create=self._held is None)
        try:
            if writes:
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA synchronous = NORMAL")
            else:
                connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()
            raise
        if self._replaces:
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        return connection

    def cursor(self, connection: sqlite3.Connection, chunk: int | None) -> sqlite3.Cursor:
        return connection.cursor()

    def spelled(self, sql: str) -> str:
        return sql

    @contextmanager
    def preparing(self) -> Iterator[None]:
        # Nothing else in this process may read a new file before its tables exist.
        with HELD.lock if self._held is None else nullcontext():
            yield
            if self._held is None:
                self._held = HELD.add(self._path)
        if not self.read_only:
            self._use_wal()
            self._first = self._real.stat()

    def _use_wal(self) -> None:
        """Use a write-ahead log, for readers beside a writer. Called after the tables are made, since they
        set the header."""
        connection = self.connection(writes=True)
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # Another process is making the same change, or writes without a log: both are safe.
            if error.sqlite_errorname not in ("SQLITE_BUSY", "SQLITE_BUSY_RECOVERY", "SQLITE_LOCKED"):
                raise StoreError(f"{self.name} cannot be opened: {error}") from error
        finally:
            connection.close()

    def check(self) -> None:
        if self.read_only:
            return
        try:
            same = os.path.samestat(self._first, self._real.stat())
        except OSError:
            raise StoreError(
                f"{self.name} was removed while it was in use; put it back, and resume the run"
            ) from None
        if not same:
            raise StoreError(
                f"{self.name} was replaced by another file while it was in use; nothing is written"
            )

    @contextmanager
    def claim(self, run: str, number: int) -> Iterator[Callable[[], None]]:
        with claimed_file(self._real, run):
            yield lambda: None

    def expect_claims(self) -> None:
        expect_claims(self._real)

    def is_claimed(self, run: str, number: int) -> bool:
        return is_claimed_file(self._real, run)

    def replace_undecodable(self) -> None:
        self._replaces = True
        super().close()

    def settle(self) -> None:
        with database_errors(self.name), closing(self.connection(writes=True)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        super().close()
        if self._copy is not None:
            self._copy.remove()
        if self._held is not None:
            HELD.remove(self._held)
            self._held = None
