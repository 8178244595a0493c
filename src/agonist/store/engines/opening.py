"""Opening a database: a file of SQLite's, or PostgreSQL by URL."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from agonist.store.engines.database import Database
from agonist.store.engines.failure import StoreError, without_secrets
from agonist.store.engines.postgresql import PostgresqlDatabase
from agonist.store.engines.sqlite import SqliteDatabase
from agonist.store.engines.sqlite_files import PATIENCE, address_of

SCHEMES: Final = ("postgresql", "postgres", "postgresql+psycopg")


def is_server(where: str | Path) -> bool:
    """Whether this is the URL of a server, which many machines can reach."""
    return address_of(str(where)) is None


def open_database(where: str | Path, *, must_exist: bool = False, patience: float = PATIENCE) -> Database:
    """The database at a path or URL; nothing is created yet. Raises `StoreError`."""
    text = str(where)
    if (address := address_of(text)) is not None:
        return SqliteDatabase(address, patience, must_exist=must_exist)
    scheme, _, rest = text.partition("://")
    if scheme in SCHEMES:
        return PostgresqlDatabase(rest, patience)
    raise StoreError(
        f"a database is a path such as agonist.db or postgresql://user@host/name, not {without_secrets(text)}"
    )
