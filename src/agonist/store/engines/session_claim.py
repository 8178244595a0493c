"""Claims by advisory locks of PostgreSQL: only one process may play a run.

The server releases the claim when its session ends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from agonist.store.engines.failure import StoreError, database_errors
from agonist.store.engines.file_claim import taken

HELD: Final = text(
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() "
    "AND classid = 1097297774 AND objid = :number AND granted"
)
"""Whether this session holds the run of this number."""


@contextmanager
def claimed_session(engine: Engine, where: str, run: str, number: int) -> Iterator[Callable[[], None]]:
    """Claim a run by an advisory lock of PostgreSQL, which lasts as long as its connection.

    Yields a function that raises `StoreError` once the lock is lost: another process may have it by then.
    """
    with database_errors(where):
        connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
    try:
        with database_errors(where):
            key = {"number": number}
            # Two halves: our own number, and the run's.
            if not connection.execute(text("SELECT pg_try_advisory_lock(1097297774, :number)"), key).scalar():
                raise StoreError(taken(run, "another process"))
        asking = threading.Lock()

        def check() -> None:
            with asking:
                try:
                    held = connection.execute(HELD, {"number": number}).scalar()
                except SQLAlchemyError:
                    held = None
            if not held:
                raise StoreError(
                    f"run {run} is not held any more: the connection to {where} was lost, and another "
                    "process may play it; when the server is back, resume the run"
                )

        yield check
    finally:
        # The lock belongs to the session: the connection must not go back into the pool with it.
        connection.invalidate()
        connection.close()


def is_claimed_session(engine: Engine, where: str, number: int) -> bool:
    """Whether a session has claimed the run by its advisory lock."""
    query = text(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1097297774 "
        "AND objid = :number AND granted"
    )
    with database_errors(where), engine.connect() as connection:
        return bool(connection.execute(query, {"number": number}).scalar())
