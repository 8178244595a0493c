"""Waking workers on other machines through jobs of procrastinate in the same PostgreSQL database.

A job only says that there is something to do; workers read the details from the database. So a lost job costs
a second, or a reload of the page, and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from agonist.core import UsageError
from agonist.extras import install
from agonist.store.engines.failure import without_secrets

if TYPE_CHECKING:
    from procrastinate import App

QUEUE: Final = "agonist"
TASK: Final = "agonist.wake"

LADDERS: Final = 0
"""Used in place of a match id: there is something to do on a ladder."""

EXTRA: Final = "workers need extra packages: "

NEEDED: Final = (
    "workers need a PostgreSQL database (--db postgresql://USER@HOST/NAME): over a file, agonist serve plays "
    "by itself"
)


def is_server(database: str) -> bool:
    """Whether a database is a PostgreSQL server, not a file."""
    scheme, found, _ = str(database).partition("://")
    return bool(found) and scheme in ("postgresql", "postgres", "postgresql+psycopg")


def address_of(database: str) -> str:
    """The address of a PostgreSQL database in libpq's form. Raises `UsageError` for any other database."""
    if not is_server(database):
        raise UsageError(NEEDED)
    return f"postgresql://{database.partition('://')[2]}"


class WakeUps:
    """Wakes workers; closed when the site ends."""

    def __init__(self, database: str) -> None:
        self._app = _app(database, sync=True)
        _create(self._app, database)

    def send(self, match: int = LADDERS) -> None:
        """Have a worker look at a match of people, or at the ladders."""
        from procrastinate.exceptions import AlreadyEnqueued, ConnectorException

        # A waiting job is enough, and every page view sends another.
        with suppress(AlreadyEnqueued, ConnectorException):
            job = self._app.configure_task(TASK, queue=QUEUE, queueing_lock=f"{TASK} {match}")
            job.defer(match=match)

    def close(self) -> None:
        """Close the connections to the database."""
        self._app.close()


async def listen(database: str, woken: Callable[[int], None]) -> None:
    """Call `woken` with the match id of each wake-up, or `LADDERS`, until cancelled."""
    app = _app(database, sync=False)

    @app.task(name=TASK, queue=QUEUE)
    async def wake(match: int) -> None:
        woken(match)

    async with app.open_async():
        await app.run_worker_async(
            queues=[QUEUE],
            install_signal_handlers=False,
            delete_jobs="always",
            shutdown_graceful_timeout=1.0,
        )


def prepare(database: str) -> None:
    """Create the tables of jobs if they are missing."""
    app = _app(database, sync=True)
    try:
        _create(app, database)
    finally:
        app.close()


def _app(database: str, *, sync: bool) -> App:
    address = address_of(database)
    try:
        import procrastinate
    except ModuleNotFoundError:
        raise UsageError(EXTRA + install("workers")) from None
    connector: Any = (
        procrastinate.SyncPsycopgConnector(conninfo=address)
        if sync
        else procrastinate.PsycopgConnector(conninfo=address, min_size=1, max_size=2)
    )
    return procrastinate.App(connector=connector)


def _create(app: App, database: str) -> None:
    import psycopg
    from procrastinate.exceptions import ProcrastinateException

    try:
        app.open()
        with psycopg.connect(address_of(database)) as connection:
            # Several processes may begin at once.
            connection.execute("SELECT pg_advisory_xact_lock(1097297775, 0)")
            found = connection.execute("SELECT to_regclass('procrastinate_jobs')").fetchone()
            if found is None or found[0] is None:
                app.schema_manager.apply_schema()
    except (psycopg.Error, ProcrastinateException) as error:
        why = without_secrets(" ".join(str(error).split()))
        raise UsageError(f"the jobs of workers cannot be kept in this database: {why}") from None
