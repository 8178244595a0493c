"""Copies of a whole database while it is used, and new databases made of them."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit, urlunsplit

from agonist.store.engines.database import Database
from agonist.store.engines.failure import StoreError, database_errors, without_secrets
from agonist.store.engines.opening import is_server, open_database

POSTGRESQL: Final = b"PGDMP"
"""How a copy of a PostgreSQL database begins."""

SQLITE: Final = b"SQLite format 3\0"
"""How a file of SQLite begins."""


def back_up(where: str, copy: Path) -> None:
    """Write a copy of a database as it is at this moment; others may go on reading and writing.

    SQLite's is a database itself; PostgreSQL's is made by its `pg_dump`, for `pg_restore`. Nothing is left of
    a copy that fails. Raises `StoreError`, also for a file that exists.
    """
    if os.path.lexists(copy):
        raise StoreError(f"{copy} exists: name another file for the copy, or remove it first")
    with closing(open_database(where, must_exist=True)) as database, database_errors(database.name):
        if database.version() is None:
            raise StoreError(f"{database.name} is no database of Agonist's")
        made = copy.with_name(f"{copy.name}.{os.getpid()}.part")
        try:
            # Only its owner may read it: with the secret of the site, it has all keys.
            os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
            if is_server(where):
                _call("pg_dump", where, "--format=custom", "--no-owner", f"--file={made}")
            else:
                _copy_file(database, made)
            made.rename(copy)
        except OSError as error:
            raise StoreError(f"{copy} cannot be written: {error.strerror}") from error
        finally:
            with suppress(OSError):
                made.unlink()


def restore(copy: Path, where: str) -> None:
    """Make a new database of a copy. Raises `StoreError`, also if there is one already."""
    try:
        with copy.open("rb") as file:
            head = file.read(100)
    except OSError as error:
        raise StoreError(f"{copy} cannot be read: {error.strerror}") from error
    if head.startswith(POSTGRESQL):
        if not is_server(where):
            raise StoreError(f"{copy} is of PostgreSQL: name an empty database of a server with --db")
        _expect_empty(where)
        _call("pg_restore", where, "--exit-on-error", "--single-transaction", "--no-owner", str(copy))
    elif head.startswith(SQLITE):
        if is_server(where):
            raise StoreError(f"{copy} is of SQLite: name a file with --db")
        if os.path.lexists(where):
            raise StoreError(f"{where} exists: name another file with --db, or move it away first")
        if copy.stat().st_size < _length(head):
            raise StoreError(f"{copy} is damaged: its end is missing; take another copy")
        back_up(str(copy), Path(where))
    else:
        raise StoreError(f"{copy} is no copy of a database")


def _length(head: bytes) -> int:
    """Bytes of a file of SQLite by its first 100: pages times their size (Database File Format, 1.3)."""
    if len(head) < 100:
        return 100
    size = int.from_bytes(head[16:18])
    return int.from_bytes(head[28:32]) * (65_536 if size == 1 else size)


def _copy_file(database: Database, made: Path) -> None:
    with closing(database.connection()) as source, closing(sqlite3.connect(made)) as target:
        source.backup(target)
        # One file: without a log beside it, which one might forget.
        target.execute("PRAGMA journal_mode = DELETE")
        (found,) = target.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise StoreError(f"{database.name} is damaged, and so would be its copy: {found}")


def _expect_empty(where: str) -> None:
    with closing(open_database(where, must_exist=True)) as database, database.open() as query:
        if any(True for _ in query(database.tables)):
            raise StoreError(f"{database.name} has tables already: name an empty database")


def _call(program: str, where: str, *options: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise StoreError(f"{program} of PostgreSQL's clients is needed for this and isn't installed")
    parts = urlsplit(where)
    # A password would be seen in the list of processes.
    secret = {"PGPASSWORD": unquote(parts.password)} if parts.password else {}
    host = parts.netloc.rpartition("@")[2]
    user = parts.netloc.rpartition("@")[0].partition(":")[0]
    address = urlunsplit(("postgresql", f"{user}@{host}" if user else host, parts.path, parts.query, ""))
    done = subprocess.run(
        [found, *options, f"--dbname={address}"],
        env=os.environ | secret,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise StoreError(without_secrets(f"{program} failed: {done.stderr.strip()[-500:]}"))
