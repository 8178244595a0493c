"""Claims: only one process may play a run. The system releases the claim of a killed process."""

from __future__ import annotations

import fcntl
import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError

from agonist.store.failure import StoreError, database_errors

HELD: Final = text(
    "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() "
    "AND classid = 1097297774 AND objid = :number AND granted"
)
"""Whether this session holds the run of this number."""


@contextmanager
def claimed_file(database: Path, run: str) -> Iterator[None]:
    """Claim a run by a lock on a file beside the database; the file is removed afterwards."""
    # By the file's identity and not its name, so that links to it lead to the same lock.
    database = Path(os.path.realpath(database))
    if database.stat().st_nlink > 1:
        raise StoreError(
            f"{database} has another name as well (a hard link), under which it would be written into at the "
            "same time; remove one of the names"
        )
    path = database.with_name(f"{database.name}-{run}.lock")
    file = _locked(path, run)
    try:
        yield
    finally:
        # Removed while still locked; otherwise another process's new claim could be removed.
        with suppress(OSError):
            path.unlink()
        os.close(file)


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
                raise StoreError(_taken(run, "another process"))
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


def is_claimed_file(database: Path, run: str) -> bool:
    """Whether a process has claimed the run by its lock file."""
    database = Path(os.path.realpath(database))
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        file = os.open(database.with_name(f"{database.name}-{run}.lock"), flags)
    except OSError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(file)
    return False


def is_claimed_session(engine: Engine, where: str, number: int) -> bool:
    """Whether a session has claimed the run by its advisory lock."""
    query = text(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = 1097297774 "
        "AND objid = :number AND granted"
    )
    with database_errors(where), engine.connect() as connection:
        return bool(connection.execute(query, {"number": number}).scalar())


def _locked(path: Path, run: str) -> int:
    while True:
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            file = os.open(path, flags, 0o666)
        except OSError as error:
            if path.is_symlink():
                raise StoreError(f"{path} is a link and not one of our lock files: remove it") from error
            raise StoreError(f"{path} cannot be made: {error.strerror}") from error
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
            os.close(file)
            raise StoreError(f"{path} is not one of our lock files: remove it")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _still_there(path, file):
                os.ftruncate(file, 0)
                os.write(file, str(os.getpid()).encode())
                return file
        except BlockingIOError:
            holder = os.pread(file, 20, 0).decode("ascii", "replace")
            os.close(file)
            raise StoreError(_taken(run, f"process {holder}" if holder else "another process")) from None
        except OSError as error:
            os.close(file)
            raise StoreError(f"{path} cannot be locked: {error.strerror}") from error
        os.close(file)


def _still_there(path: Path, file: int) -> bool:
    """Whether the locked file still has its name, and was not just removed by its last holder."""
    try:
        return os.path.samestat(path.stat(), os.fstat(file))
    except FileNotFoundError:
        return False


def _taken(run: str, holder: str) -> str:
    return f"run {run} is being played by {holder}: wait until that has ended, or stop it"
