"""A database on a server of PostgreSQL's."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import count
from typing import Any, ClassVar, Final
from urllib.parse import parse_qsl, unquote, urlsplit

from agonist.extras import install
from agonist.store.engines.database import Database
from agonist.store.engines.failure import StoreError, database_errors, without_secrets
from agonist.store.engines.file_claim import taken

STOPPED: Final = 10
"""Seconds after which the server ends a transaction that writes, and in which nothing happens: a process that
was stopped in the middle of one would keep its locks for good."""

RUNS: Final = 1097297774
"""Our number among the server's advisory locks, whose other half is the number of a run."""

FREED_WITHIN: Final = (0.0, 0.1, 0.3, 0.6)
"""Seconds between looks at whether a run is free: the server may not have noticed yet that a process which
held it has closed its connection."""

HELD: Final = (
    f"SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = {RUNS} AND objid = %s AND granted"
)
"""Whether a session holds the run of this number."""


class PostgresqlDatabase(Database):
    """A database on a server; `rest`: what follows `postgresql://` in its URL."""

    tables: ClassVar = "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()"
    clock: ClassVar = "SELECT extract(epoch FROM clock_timestamp())"
    dialect: ClassVar = "postgresql+psycopg"
    options: ClassVar = {"pool_pre_ping": True}
    begins: ClassVar = ("", f"SET LOCAL idle_in_transaction_session_timeout = '{STOPPED}s'")

    def __init__(self, rest: str, patience: float) -> None:
        super().__init__()
        self.name = without_secrets(f"postgresql://{rest}")
        self._patience, self._cursors = patience, count()
        try:
            import psycopg

            parts = urlsplit(f"postgresql://{rest}")
            options: dict[str, Any] = {
                "user": parts.username and unquote(parts.username),
                "password": parts.password and unquote(parts.password),
                "host": parts.hostname,
                "port": parts.port,
                "dbname": unquote(parts.path[1:]),
            }
        except ModuleNotFoundError as error:
            raise StoreError(f"PostgreSQL needs the package psycopg: {install('postgresql')}") from error
        except ValueError as error:
            raise StoreError(f"{self.name} is not an address such as postgresql://user@host/name") from error
        # What is not given is as libpq finds it in its environment.
        options = {name: value for name, value in options.items() if value} | dict(parse_qsl(parts.query))
        self._connect = partial(psycopg.connect, **{"connect_timeout": 10} | options, autocommit=True)

    def connection(self, *, writes: bool = False) -> Any:
        connection = self._connect()
        try:
            connection.execute(f"SET lock_timeout = {int(self._patience * 1000)}")
            connection.autocommit = not writes
        except BaseException:
            connection.close()
            raise
        return connection

    def lives(self, connection: Any) -> bool:
        from psycopg import Error

        try:
            connection.execute("SELECT 1")
        except Error:  # the server was restarted meanwhile
            connection.close()
            return False
        return True

    def cursor(self, connection: Any, chunk: int | None) -> Any:
        if chunk is None:
            return connection.cursor()
        found = connection.cursor(f"agonist{next(self._cursors)}")
        found.itersize = chunk
        return found

    def spelled(self, sql: str) -> str:
        return _spelled(sql)

    def check(self) -> None:
        pass

    @contextmanager
    def claim(self, run: str, number: int) -> Iterator[Callable[[], None]]:
        """By an advisory lock, which lasts as long as its connection."""
        with database_errors(self.name):
            connection = self.connection()
        asking = threading.Lock()

        def check() -> None:
            from psycopg import Error

            with asking:
                try:
                    held = connection.execute(f"{HELD} AND pid = pg_backend_pid()", [number]).fetchone()
                except Error:
                    held = None
            if not held:
                raise StoreError(
                    f"run {run} is not held any more: the connection to {self.name} was lost, and another "
                    "process may play it; when the server is back, resume the run"
                )

        try:
            for wait in FREED_WITHIN:
                time.sleep(wait)
                with database_errors(self.name):
                    (got,) = connection.execute(
                        f"SELECT pg_try_advisory_lock({RUNS}, %s)", [number]
                    ).fetchone()
                if got:
                    break
            else:
                raise StoreError(taken(run, "another process"))
            yield check
        finally:
            connection.close()

    def is_claimed(self, run: str, number: int) -> bool:
        with self.open() as query:
            return any(query(HELD.replace("%s", ":number"), {"number": number}))


@lru_cache(maxsize=256)
def _spelled(sql: str) -> str:
    return re.sub(r"(?<![:\w]):([a-z]\w*)", r"%(\1)s", sql.replace("%", "%%"))
