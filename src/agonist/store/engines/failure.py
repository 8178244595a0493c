"""Errors of databases, explained so that a user can act on them."""

from __future__ import annotations

import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from agonist.core import AgonistError

USERINFO = re.compile(r"(?<=://)[^\s/@\"']*:[^\s/\"']*@")
PASSWORD = re.compile(r"(?<=password=)[^&\s]*", re.IGNORECASE)

DECODING = "Could not decode to UTF-8"
"""The beginning of sqlite3's message for this error, which has no name of its own."""


class StoreError(AgonistError):
    """The database cannot be opened, read or written; what was committed before is unharmed."""

    exit_code = 3


class LeaseLost(StoreError):
    """Another process has taken over this match; this one can write nothing more of it."""


class DamagedMatch(StoreError):
    """One match cannot be read, or not be replayed by the rules; others may be intact."""

    def __init__(self, message: str, match: int) -> None:
        super().__init__(message)
        self.match = match


class UndecodableText(StoreError):
    """A row holds bytes that are not UTF-8 in a text column."""


def without_secrets(text: str) -> str:
    """An address, or a text that contains addresses, without users and passwords.

    >>> without_secrets("postgresql://ann:s3cret@db.example.org/games")
    'postgresql://***@db.example.org/games'
    >>> without_secrets("postgresql://db.example.org/games?user=ann&password=s3cret")
    'postgresql://db.example.org/games?user=ann&password=***'
    >>> without_secrets("http://127.0.0.1:8321/v1")
    'http://127.0.0.1:8321/v1'
    """
    return PASSWORD.sub("***", USERINFO.sub("***@", text))


@contextmanager
def database_errors(where: str) -> Iterator[None]:
    """A context for using a database: its errors become a `StoreError` that names it."""
    try:
        yield
    except _errors() as error:
        kind = UndecodableText if DECODING in str(error) else StoreError
        raise kind(explain(error, where)) from error
    except UnicodeDecodeError as error:  # SQLite reports undecodable text in its own tables by this
        raise UndecodableText(SQLITE["CORRUPT"].format(where=where, detail=error)) from error


def _errors() -> tuple[type[Exception], ...]:
    # These are slow to load, and reading a file does without; what is not loaded raises nothing.
    names = {"sqlalchemy.exc": "SQLAlchemyError", "psycopg": "Error"}
    loaded = [(sys.modules.get(module), name) for module, name in names.items()]
    return (sqlite3.Error, *(getattr(module, name) for module, name in loaded if module is not None))


def explain(error: Exception, where: str) -> str:
    """A message for a database's error: what it means and what to do; `where` names the database."""
    cause = getattr(error, "orig", None) or error
    if isinstance(cause, sqlite3.Error):
        key = (getattr(cause, "sqlite_errorname", None) or "").removeprefix("SQLITE_")
        words = next((words for name, words in SQLITE.items() if key.startswith(name)), None)
    else:
        state = getattr(cause, "sqlstate", None) or (
            "08" if getattr(error, "connection_invalidated", 0) else ""
        )
        words = next((words for name, words in POSTGRESQL.items() if state.startswith(name)), None)
    detail = without_secrets(" ".join(str(cause).split()))
    detail = detail if len(detail) <= 200 else f"{detail[:199]}…"
    if DECODING in detail:
        words = SQLITE["CORRUPT"]
    return (words or "the database {where} cannot be used: {detail}").format(where=where, detail=detail)


SQLITE = {
    "FULL": "the disk is full: {where} could not be written to; free some space first",
    "READONLY": "{where} cannot be written to: the file, its folder or its disk is read-only",
    "PERM": "{where} cannot be written to: the file, its folder or its disk is read-only",
    "BUSY": "{where} is locked by another process, and stays so; try again when that has ended",
    "LOCKED": "{where} is locked by another process, and stays so; try again when that has ended",
    "ERROR": "{where} is damaged ({detail}); take a copy of it before anything else",
    "MISMATCH": "{where} is damaged ({detail}); take a copy of it before anything else",
    "NOTADB": "{where} is not an Agonist database, and was left unchanged; name another file",
    "CORRUPT": "{where} is damaged ({detail}); take a copy of the file before anything else",
    "CANTOPEN": "{where} cannot be opened: does the file still exist, and may you write to its folder?",
    "IOERR": "the disk under {where} failed ({detail}); is it full, or gone?",
    "CONSTRAINT": "{where} already holds what was to be written ({detail}): is it played twice?",
}
"""Messages by the beginning of SQLite's name for the error."""

POSTGRESQL = {
    "08": "the connection to {where} was lost ({detail}); when the server is back, resume the run",
    "57P0": "the connection to {where} was lost ({detail}); when the server is back, resume the run",
    "23": "{where} already holds what was to be written ({detail}): is it played twice?",
    "25006": "{where} cannot be written to: the server is read-only",
    "28": "the server refused this user or password for {where} ({detail})",
    "3D": "{where} does not exist ({detail}); make it with createdb",
    "40": "{where}: other processes changed the same rows again and again ({detail}); try again",
    "42501": "{where}: this user may not make or write tables there ({detail})",
    "53100": "the server's disk is full: {where} could not be written to; free some first",
    "55P03": "{where} is locked by another process, and stays so; try again when that has ended",
}
"""Messages by the beginning of PostgreSQL's code for the error (SQLSTATE)."""
