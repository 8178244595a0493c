"""Matches with text that is not UTF-8: SQLite stores such bytes, but cannot return rows that hold them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Final

from agonist.store.engines.database import Database
from agonist.store.engines.sqlite import SqliteDatabase
from agonist.store.runs.damage import ADVICE

OF_MATCH: Final = {"matches": "id", "steps": "match", "model_calls": "match", "sent_messages": "match"}
"""Tables whose rows belong to a match, and the column with the match's id."""


def undecodable(database: Database) -> dict[int, str]:
    """A message for each match that holds such bytes, by its id. Reads all rows of matches."""
    if not isinstance(database, SqliteDatabase):
        return {}
    with closing(database.connection()) as connection:
        return _undecodable(connection, database.name)


def _undecodable(connection: sqlite3.Connection, where: str) -> dict[int, str]:
    texts_of = {
        table: ", ".join(
            f'"{name}"'
            for _, name, kind, *_ in connection.execute(f'PRAGMA table_info("{table}")')
            if kind == "TEXT"
        )
        for table in OF_MATCH
    }
    found: dict[int, str] = {}
    connection.text_factory = bytes
    for table, key in OF_MATCH.items():
        for match, *texts in connection.execute(f'SELECT "{key}", {texts_of[table]} FROM "{table}"'):
            if match not in found and not all(map(_is_text, texts)):
                found[match] = f"match {match} in {where} is damaged (text that is not UTF-8): {ADVICE}"
    return found


def _is_text(value: object) -> bool:
    try:
        return not isinstance(value, bytes) or value.decode("utf-8") is not None
    except UnicodeDecodeError:
        return False
