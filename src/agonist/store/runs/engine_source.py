"""Reads through SQLAlchemy: of PostgreSQL, and of SQLite files that are written too or were just migrated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, Result, event, text

from agonist.store.engines.file_claim import is_claimed_file
from agonist.store.engines.session_claim import is_claimed_session
from agonist.store.runs.database import name_of, path_of
from agonist.store.runs.source import NOTHING, Query
from agonist.store.runs.undecodable import undecodable


class EngineSource:
    """An engine as a source of reads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.name = name_of(engine)
        """The path, or the URL without a password."""

    @contextmanager
    def open(self) -> Iterator[Query]:
        """A context in which all queries are of one transaction."""
        opened = set[Result[Any]]()
        with self._engine.connect() as connection:
            try:
                yield query_on(connection, opened)
            finally:
                # Rows that an error left unread hold their cursor, and so the file, until somebody reads on.
                for rows in tuple(opened):
                    rows.close()

    def is_claimed(self, run: str, number: int) -> bool:
        """Whether a process plays the run with this id and number."""
        if self._engine.dialect.name == "sqlite":
            return is_claimed_file(path_of(self._engine), run)
        return is_claimed_session(self._engine, self.name, number)

    def undecodable(self) -> dict[int, str]:
        """A message for each match with text that cannot be decoded, by its id; PostgreSQL admits none."""
        if self._engine.dialect.name != "sqlite":
            return {}
        with self._engine.connect() as connection:
            raw: Any = connection.connection.dbapi_connection
            return undecodable(raw, self.name)

    def replace_undecodable(self) -> None:
        """Return such text with replacement characters from now on."""
        if self._engine.dialect.name != "sqlite":
            return

        @event.listens_for(self._engine, "connect")
        def prepare(connection: Any, _record: Any) -> None:
            connection.text_factory = lambda raw: raw.decode("utf-8", "replace")

        self._engine.dispose()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()


def query_on(connection: Connection, opened: set[Result[Any]] | None = None) -> Query:
    """Queries of `agonist.store.runs.reading` on an open connection; `opened` holds results being read."""
    reading = set[Result[Any]]() if opened is None else opened

    def query(sql: str, values: Mapping[str, Any] = NOTHING, /, *, chunk: int | None = None) -> Iterator[Any]:
        options = {} if chunk is None else {"yield_per": chunk}
        rows = connection.execute(text(sql), dict(values), execution_options=options)
        reading.add(rows)
        try:
            yield from rows
        finally:
            reading.discard(rows)
            rows.close()

    return query
