"""Writing to a database, through SQLAlchemy."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Dialect, Engine, QueuePool, create_engine, event, text
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.util import LRUCache

from agonist.store.engines.database import Database
from agonist.store.engines.failure import database_errors

WRITES: Final = {"agonist_writes": True}
"""Execution options of a connection that will write."""


CONFLICTS: Final = ("40001", "40P01")
"""PostgreSQL's codes for a transaction that others are in the way of, and that may be repeated (appendix A of
its manual): a serialization failure, a deadlock."""

MAX_TRIES: Final = 6

PAUSE: Final = 0.02
"""Seconds before the second try, at most; before each further one, so much more."""

COMPILED: Final[LRUCache[Any, Any]] = LRUCache(500)
_DIALECTS: Final[dict[tuple[str, str], Dialect]] = {}
"""Compiled statements, and the dialects that they are for: else each database that is opened would compile
each statement again, which takes longer than running it. Servers may differ; files of SQLite don't."""

Found = TypeVar("Found")


class Asked:
    """Queries of a transaction that writes, in the plain SQL of `agonist.store.engines.database.Query`."""

    def __init__(self, connection: Connection, name: str = "the database") -> None:
        self._connection = connection
        self.name = name

    def __call__(self, sql: str, values: Mapping[str, Any], /) -> Iterable[Any]:
        # Most name their matches, and so are asked once.
        if not values:
            return self._connection.exec_driver_sql(sql)
        return self._connection.execute(text(sql), values, execution_options={"compiled_cache": None})


def until_committed(transaction: Callable[[], Found]) -> Found:
    """The result of a transaction, repeated while others are in its way, `MAX_TRIES` times at most."""
    for tried in range(1, MAX_TRIES):
        try:
            return transaction()
        except Exception as error:
            # Of the driver itself, where it was used without SQLAlchemy.
            if getattr(getattr(error, "orig", error), "sqlstate", None) not in CONFLICTS:
                raise
        time.sleep(random.uniform(0, tried * PAUSE))  # two that met would meet again
    return transaction()


def engine_of(database: Database, set_up: Callable[[Engine], None]) -> Engine:
    """An engine over a database's own connections, after `set_up` has made or migrated the tables."""
    engine = create_engine(
        f"{database.dialect}://",
        poolclass=QueuePool,
        creator=lambda: database.connection(writes=True),
        hide_parameters=True,
        **database.options,
    )
    server = "" if engine.dialect.name == "sqlite" else database.name
    engine.dialect = _DIALECTS.setdefault((database.dialect, server), engine.dialect)
    engine.update_execution_options(compiled_cache=COMPILED)

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = "agonist_writes" in connection.get_execution_options()
        if statement := database.begins[writes]:
            connection.exec_driver_sql(statement)

    @event.listens_for(engine, "checkin")
    def close_if_late(_connection: Any, record: ConnectionPoolEntry) -> None:
        if database.is_closed:  # meanwhile, while another thread was still writing
            record.invalidate()

    try:
        with database_errors(database.name), database.preparing():
            set_up(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine
