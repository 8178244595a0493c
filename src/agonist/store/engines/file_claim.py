"""Claims by lock files beside a SQLite database: only one process may play a run.

The system releases the claim of a killed process.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from agonist.core import UsageError
from agonist.core.file_locks import lock, need_locks
from agonist.store.engines.failure import StoreError


def expect_claims(database: Path) -> None:
    """Raise `UsageError` on a system without locks, and `StoreError` for a database with two names."""
    need_locks()
    if database.stat().st_nlink > 1:
        raise StoreError(
            f"{database} has a second name (a hard link), so another process could write to it unnoticed: "
            "remove one of the two"
        )


@contextmanager
def claimed_file(database: Path, run: str) -> Iterator[None]:
    """Claim a run by a lock on a file beside the database; the file is removed afterwards."""
    # By the file's identity and not its name, so that links to it lead to the same lock.
    database = Path(os.path.realpath(database))
    expect_claims(database)
    path = database.with_name(f"{database.name}-{run}.lock")
    file = _locked(path, run)
    try:
        yield
    finally:
        # Removed while still locked; otherwise another process's new claim could be removed.
        with suppress(OSError):
            path.unlink()
        os.close(file)


def is_claimed_file(database: Path, run: str) -> bool:
    """Whether a process has claimed the run by its lock file."""
    try:
        need_locks()
    except UsageError:
        return False  # nobody can have claimed it here
    database = Path(os.path.realpath(database))
    flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
    try:
        file = os.open(database.with_name(f"{database.name}-{run}.lock"), flags)
    except OSError:
        return False
    try:
        lock(file, shared=True)
    except OSError:
        return True
    finally:
        os.close(file)
    return False


def _locked(path: Path, run: str) -> int:
    while True:
        try:
            flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK
            file = os.open(path, flags, 0o666)
        except OSError as error:
            if path.is_symlink():
                raise StoreError(f"{path} is a link, not one of Agonist's lock files: remove it") from error
            raise StoreError(f"{path} cannot be created: {error.strerror}") from error
        found = os.fstat(file)
        if not stat.S_ISREG(found.st_mode) or found.st_nlink > 1:
            os.close(file)
            raise StoreError(f"{path} isn't one of Agonist's lock files: remove it")
        try:
            lock(file)
            if _still_there(path, file):
                os.ftruncate(file, 0)
                os.write(file, str(os.getpid()).encode())
                return file
        except BlockingIOError:
            holder = os.pread(file, 20, 0).decode("ascii", "replace")
            os.close(file)
            raise StoreError(taken(run, f"process {holder}" if holder else "another process")) from None
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


def taken(run: str, holder: str) -> str:
    """A message for a run that somebody else plays."""
    return f"run {run} is being played by {holder}: wait until that has ended, or stop it"
