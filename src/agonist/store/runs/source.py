"""Where reads of a database come from; a file of SQLite's is read through the standard library."""

from __future__ import annotations

import os
import sqlite3
from collections import namedtuple
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock
from types import MappingProxyType
from typing import Any, Final, Protocol

from agonist.store.engines.failure import database_errors
from agonist.store.engines.file_claim import is_claimed_file
from agonist.store.engines.sqlite_file import (
    HELD,
    PATIENCE,
    Address,
    Copy,
    can_be_written,
    connection_to,
    holding,
    look,
)
from agonist.store.runs.undecodable import undecodable

SCHEMA: Final = 12
"""The schema version that this program reads and writes (`agonist.store.runs.schema` migrates older ones)."""

NOTHING: Final = MappingProxyType[str, Any]({})


class Query(Protocol):
    """Runs a SELECT with named parameters (`:name`) and returns its rows.

    A row is a tuple that has its columns as attributes too. With `chunk`, so many rows are in memory at once.
    """

    def __call__(
        self, sql: str, values: Mapping[str, Any] = NOTHING, /, *, chunk: int | None = None
    ) -> Iterator[Any]: ...


class Source(Protocol):
    """A database that can be read."""

    @property
    def name(self) -> str:
        """Its name in messages."""
        ...

    def open(self) -> AbstractContextManager[Query]:
        """A context in which all queries are of one transaction; in SQLite, they see the same state."""
        ...

    def is_claimed(self, run: str, number: int) -> bool:
        """Whether a process plays the run with this id and number."""
        ...

    def undecodable(self) -> dict[int, str]:
        """A message for each match with text that cannot be decoded, by its id."""
        ...

    def replace_undecodable(self) -> None:
        """Return such text with replacement characters from now on."""
        ...

    def close(self) -> None:
        """Close all connections."""
        ...


class FileSource:
    """A file of SQLite's, read without SQLAlchemy, which takes longer to load than most reports take.

    `open_file` makes one; nothing can be written through it.
    """

    def __init__(self, address: Address, patience: float, held: tuple[int, int]) -> None:
        self._address, self._patience, self._held = address, patience, held
        self._real = Path(os.path.realpath(address.path))
        read_only = address.read_only or not can_be_written(self._real)
        self._copy = Copy(self._real) if read_only else None
        self._lock = Lock()
        self._idle: list[sqlite3.Connection] = []
        self._replaces = False

    @property
    def name(self) -> str:
        return str(self._address.path)

    @contextmanager
    def open(self) -> Iterator[Query]:
        connection = self._take()
        try:
            connection.execute("BEGIN")
            yield _query(connection)
        except BaseException:
            connection.close()
            raise
        connection.execute("ROLLBACK")
        with self._lock:
            self._idle.append(connection)

    def version(self) -> int | None:
        """The schema version; `None` where none can be found."""
        with self.open() as query:
            tables = {row.name for row in query("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if "agonist" not in tables:
                return None
            found = [row.value for row in query("SELECT value FROM agonist WHERE key = 'schema'")]
        return int(found[0]) if found and str(found[0]).isdecimal() else None

    def is_claimed(self, run: str, number: int) -> bool:
        return is_claimed_file(self._real, run)

    def undecodable(self) -> dict[int, str]:
        connection = self._take()
        try:
            return undecodable(connection, self.name)
        finally:
            connection.close()

    def replace_undecodable(self) -> None:
        self._replaces = True
        self._close_idle()

    def close(self) -> None:
        self._close_idle()
        if self._copy is not None:
            self._copy.remove()
        HELD.remove(self._held)

    def _take(self) -> sqlite3.Connection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        path = self._real if self._copy is None else self._copy.path()
        connection = connection_to(path, self._patience)
        connection.execute("PRAGMA query_only = ON")
        if self._replaces:
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")
        return connection

    def _close_idle(self) -> None:
        with self._lock:
            while self._idle:
                self._idle.pop().close()


def open_file(address: Address, patience: float = PATIENCE) -> FileSource | None:
    """The file at an address, if its tables are of the present schema. Raises `StoreError`."""
    with HELD.lock:
        look(address.path, must_exist=True)
        held = HELD.add(address.path)
    with holding(held), database_errors(str(address.path)):
        source = FileSource(address, patience, held)
        version = source.version()
    if version == SCHEMA:
        return source
    source.close()
    return None


def _query(connection: sqlite3.Connection) -> Query:
    def query(
        sql: str,
        values: Mapping[str, Any] = NOTHING,
        /,
        *,
        chunk: int | None = None,  # noqa: ARG001  a cursor reads row by row anyway
    ) -> Iterator[Any]:
        cursor = connection.execute(sql, dict(values))
        names = [column[0] for column in cursor.description]
        # Sums have no usable name, and are asked for by place.
        row = namedtuple("row", names, rename=True)  # type: ignore[misc]  # mypy wants names it can see
        return map(row._make, cursor)

    return query
