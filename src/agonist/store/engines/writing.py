"""Writing to a database, through SQLAlchemy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection, Engine, QueuePool, create_engine, event

from agonist.store.engines.database import Database
from agonist.store.engines.failure import database_errors

WRITES: Final = {"agonist_writes": True}
"""Execution options of a connection that will write."""


def engine_of(database: Database, set_up: Callable[[Engine], None]) -> Engine:
    """An engine over a database's own connections, after `set_up` has made or migrated the tables."""
    engine = create_engine(
        f"{database.dialect}://",
        poolclass=QueuePool,
        creator=lambda: database.connection(writes=True),
        hide_parameters=True,
        **database.options,
    )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = "agonist_writes" in connection.get_execution_options()
        if statement := database.begins[writes]:
            connection.exec_driver_sql(statement)

    try:
        with database_errors(database.name), database.preparing():
            set_up(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine
