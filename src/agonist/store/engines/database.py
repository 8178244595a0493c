"""An open database of either kind: reading it over connections of its own driver, and claims of runs.

Nothing here needs SQLAlchemy, which takes longer to load than most reports take.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from threading import Lock
from types import MappingProxyType
from typing import Any, ClassVar, Final

NOTHING: Final = MappingProxyType[str, Any]({})


class Query:
    """Runs SELECTs with named parameters (`:name`) in one transaction and returns their rows.

    A row is a tuple that has its columns as attributes too. With `chunk`, so many rows are in memory at once.
    """

    def __init__(self, database: Database, connection: Any) -> None:
        self._database, self._connection = database, connection
        self._cursors: list[Any] = []

    def __call__(
        self, sql: str, values: Mapping[str, Any] = NOTHING, /, *, chunk: int | None = None
    ) -> Iterator[Any]:
        cursor = self._database.cursor(self._connection, chunk)
        self._cursors.append(cursor)
        cursor.execute(self._database.spelled(sql), dict(values))
        # Sums have no usable name, and are asked for by place.
        row = _row(tuple(column[0] for column in cursor.description))
        return map(row._make, cursor)

    @property
    def name(self) -> str:
        """The name of the database in messages."""
        return self._database.name

    def now(self) -> float:
        """Seconds since 1970 by the clock of the database's server."""
        ((seconds,),) = self(self._database.clock)
        return float(seconds)

    def close(self) -> None:
        """Close what has been left half read: it would hold its transaction."""
        for cursor in self._cursors:
            cursor.close()


@lru_cache(maxsize=64)
def _row(names: tuple[str, ...]) -> Any:
    return namedtuple("row", names, rename=True)


class Database(ABC):
    """An open database."""

    name: str
    """Its name in messages: the path, or the URL without a password."""
    read_only: bool = False
    """Whether nothing can be written to it."""
    tables: ClassVar[str]
    """A query for the names of all tables."""
    clock: ClassVar[str]
    """A query for the time: seconds since 1970."""
    dialect: ClassVar[str]
    """What SQLAlchemy calls its driver."""
    options: ClassVar[Mapping[str, Any]]
    """Of the engine through which it is written."""
    begins: ClassVar[tuple[str, str]]
    """With what a transaction begins that only reads, and one that writes."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._idle: list[Any] = []
        self._closed = False

    @contextmanager
    def open(self) -> Iterator[Query]:
        """A context in which all queries are of one transaction; in SQLite, they see the same state."""
        with self._lock:
            connection = self._idle.pop() if self._idle else None
        if connection is None or not self.lives(connection):
            connection = self.connection()
        query = Query(self, connection)
        try:
            connection.execute("BEGIN")
            yield query
            query.close()
            connection.execute("ROLLBACK")
        except BaseException as error:
            # Read when the error is explained, as SQLAlchemy's errors say it of themselves.
            error.connection_invalidated = getattr(connection, "broken", False)  # type: ignore[attr-defined]
            query.close()
            connection.close()
            raise
        with self._lock:
            if not self._closed:
                self._idle.append(connection)
                return
        # Closed meanwhile, while another thread was still reading.
        connection.close()

    @property
    def is_closed(self) -> bool:
        """Whether it was closed, so that connections end with their transactions."""
        return self._closed

    def version(self) -> int | None:
        """The version of the tables of runs; `None` where none can be found."""
        with self.open() as query:
            if "agonist" not in {row.name for row in query(self.tables)}:
                return None
            found = [row.value for row in query("SELECT value FROM agonist WHERE key = 'schema'")]
        return int(found[0]) if found and str(found[0]).isdecimal() else None

    @abstractmethod
    def connection(self, *, writes: bool = False) -> Any:
        """A new connection of the driver, which any thread may use."""

    def lives(self, connection: Any) -> bool:
        """Whether a connection that was idle can be used again."""
        return True

    @abstractmethod
    def cursor(self, connection: Any, chunk: int | None) -> Any:
        """A cursor of a connection that is read in chunks of so many rows, or as a whole."""

    @abstractmethod
    def spelled(self, sql: str) -> str:
        """A query with named parameters in the driver's spelling."""

    def read_copy(self) -> None:
        """Leave the database as it is from now on, if it can be copied: read, and migrate, a copy."""

    @contextmanager
    def preparing(self) -> Iterator[None]:
        """A context for making or migrating its tables."""
        yield

    @abstractmethod
    def check(self) -> None:
        """Raise `StoreError` if it was removed or replaced since it was opened."""

    @abstractmethod
    def claim(self, run: str, number: int) -> AbstractContextManager[Callable[[], None]]:
        """Claim the run with this id and number; no other process can play it meanwhile.

        Yields a function that raises `StoreError` once the claim is lost. Raises `StoreError` if another
        process has it.
        """

    def expect_claims(self) -> None:
        """Raise what `claim` raises if no run of this database can be claimed on this system."""

    @abstractmethod
    def is_claimed(self, run: str, number: int) -> bool:
        """Whether a process plays the run with this id and number."""

    def replace_undecodable(self) -> None:
        """Return text that is not UTF-8 with replacement characters from now on."""

    def settle(self) -> None:
        """Move what was written from a log into the database itself."""

    def close(self) -> None:
        """Close all connections; one that is still read from, when that has ended."""
        with self._lock:
            self._closed = True
            while self._idle:
                self._idle.pop().close()
