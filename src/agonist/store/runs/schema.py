"""The schema version of the database, and migrating older ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from sqlalchemy import Connection, Engine, insert, inspect, select, text, update

from agonist.store.engines.failure import StoreError
from agonist.store.runs.migrations import (
    give_players_names,
    keep_answers_of_people,
    keep_what_is_measured,
    know_paces,
    let_ladders_rest,
    let_several_forfeit,
    open_a_platform,
    say_what_is_estimated,
    say_who_won,
    take_names,
    use_standard_terms,
)
from agonist.store.runs.tables import META, METADATA

Migration: TypeAlias = Callable[[Connection], None]

MIGRATIONS: Final[list[Migration]] = [
    use_standard_terms,
    give_players_names,
    let_several_forfeit,
    say_what_is_estimated,
    keep_answers_of_people,
    open_a_platform,
    let_ladders_rest,
    take_names,
    say_who_won,
    know_paces,
    keep_what_is_measured,
]
"""Migrations in order: the first leads from version 1 to version 2, and so on."""


def version() -> int:
    """The schema version that this program reads and writes."""
    return 1 + len(MIGRATIONS)  # a test keeps `agonist.store.runs.source.SCHEMA` equal


def set_up(
    engine: Engine,
    where: str,
    *,
    must_exist: bool,
    application: int | None = None,
    may_migrate: bool = True,
) -> None:
    """Create missing tables or migrate older ones, in one transaction.

    Raises `StoreError` for tables of another program or of a newer version, and for older ones unless
    `may_migrate`.
    """
    with engine.connect() as connection:
        found = _found(connection, where)
    if found == version():
        return
    if found is not None and found < version() and not may_migrate:
        raise StoreError(
            f"{where} has tables of an older Agonist (schema {found}, this one reads {version()}), which "
            "reading leaves as they are: start a run or the site with it, and they are migrated"
        )
    with engine.connect().execution_options(agonist_writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            # Two processes create the tables at once.
            connection.execute(text("SELECT pg_advisory_xact_lock(1097297774)"))
        found = _found(connection, where)
        if found is None:
            if must_exist:
                raise StoreError(f"{where} holds no Agonist tables")
            METADATA.create_all(connection)
            connection.execute(insert(META).values(key="schema", value=str(version())))
            if application is not None:
                connection.exec_driver_sql(f"PRAGMA application_id = {application}")
            return
        if found < version():
            for migrate in MIGRATIONS[found - 1 :]:
                migrate(connection)
            connection.execute(update(META).where(META.c.key == "schema").values(value=str(version())))


def _found(connection: Connection, where: str) -> int | None:
    """The version of the tables that are there; `None` if there are none."""
    present = set(inspect(connection).get_table_names())
    if META.name not in present:
        theirs = present if connection.dialect.name == "sqlite" else present & set(METADATA.tables)
        if theirs:
            raise StoreError(f"{where} belongs to another program, and was left unchanged; name another")
        return None
    stored = connection.execute(select(META.c.value).where(META.c.key == "schema")).scalar()
    if not isinstance(stored, str) or not stored.isdecimal() or int(stored) < 1:
        raise StoreError(f"{where} has no schema version: it is damaged")
    if int(stored) > version():
        raise StoreError(
            f"{where} was written by a newer Agonist (schema {stored}, this one knows {version()}): "
            "update this one, or name another file"
        )
    return int(stored)
