"""Migrations of older databases: the tables of the platform.

Missing tables are made before, as they are today, so migrations only change what an older version made.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import Connection, insert, inspect, select, text

from agonist.players.lookalike_names import keys
from agonist.store.platform.schema import NAMES

_NEW_IN_8: Final = (
    (
        "ladders",
        "state",
        (
            "ALTER TABLE ladders ADD COLUMN state TEXT NOT NULL DEFAULT 'open'",
            "UPDATE ladders SET state = 'closed' WHERE open = 0",
            "ALTER TABLE ladders DROP COLUMN open",
        ),
    ),
    ("tables", "rated", ("ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 1",)),
    ("notices", "about", ("ALTER TABLE notices ADD COLUMN about TEXT NOT NULL DEFAULT ''",)),
)


def let_ladders_rest(connection: Connection) -> None:
    """Version 7 to 8: ladders can be paused, tables can be for practice, notices name a page."""
    _add_missing(connection, _NEW_IN_8)


def know_paces(connection: Connection) -> None:
    """Version 10 to 11: how long agents take to answer on each ladder."""
    _add_missing(
        connection,
        [
            ("entrants", name, (f"ALTER TABLE entrants ADD COLUMN {name} FLOAT",))
            for name in ("seconds", "lent")
        ],
    )


def ask_people_hidden_questions(connection: Connection) -> None:
    """Version 12 to 13: the key of people's answers names the hidden question; older answers are moves."""
    statements = (
        "ALTER TABLE answers RENAME TO moves_of_people",
        "CREATE TABLE answers (match INTEGER NOT NULL REFERENCES matches (id), step INTEGER NOT NULL, "
        "seat INTEGER NOT NULL, probe TEXT NOT NULL, nonce TEXT NOT NULL, action TEXT NOT NULL, "
        "PRIMARY KEY (match, step, seat, probe))",
        "INSERT INTO answers SELECT match, step, seat, '', nonce, action FROM moves_of_people",
        "DROP TABLE moves_of_people",
    )
    _add_missing(connection, [("answers", "probe", statements)])


def know_addresses(connection: Connection) -> None:
    """Version 13 to 14: the confirmed e-mail addresses of accounts."""
    _add_missing(
        connection, [("users", "email", ("ALTER TABLE users ADD COLUMN email TEXT NOT NULL DEFAULT ''",))]
    )


def take_names(connection: Connection) -> None:
    """Version 8 to 9: one table of the names of accounts and agents.

    Where two look alike, both keep theirs, and the table has the older account's, or else the older agent's.
    """
    known = {row.key for row in connection.execute(select(NAMES.c.key))}
    for table, column in (("users", "user"), ("agents", "agent")):
        for number, name in connection.execute(text(f"SELECT id, name FROM {table} ORDER BY id")).fetchall():
            fresh = keys(name) - known
            known |= fresh
            for key in sorted(fresh):
                connection.execute(insert(NAMES), {"key": key, column: number})


def _add_missing(connection: Connection, new: Iterable[tuple[str, str, Iterable[str]]]) -> None:
    """Run the statements for each column (table, name, statements) that is missing.

    Tables made by an earlier migration have all columns of today.
    """
    for table, name, statements in new:
        if name not in {column["name"] for column in inspect(connection).get_columns(table)}:
            for statement in statements:
                connection.exec_driver_sql(statement)


MIGRATIONS: Final = {
    8: let_ladders_rest,
    9: take_names,
    11: know_paces,
    13: ask_people_hidden_questions,
    14: know_addresses,
}
"""Migrations by the version to which they lead; the others made tables, or changed those of runs."""
