"""The versions of the database's tables, and migrating older ones.

The tables of runs have a version, and those of each further part: a part that is not installed leaves its
tables as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from sqlalchemy import Connection, Engine, MetaData, delete, insert, inspect, select, text

from agonist.store.engines.failure import StoreError
from agonist.store.engines.sqlite_files import APPLICATION
from agonist.store.runs.migrations import MIGRATIONS
from agonist.store.runs.query_results import SCHEMA
from agonist.store.runs.schema import META, METADATA

Migration: TypeAlias = Callable[[Connection], None]

SHARED: Final = 12
"""Up to this version, one number counted for all tables."""

BEFORE: Final = "schema before its parts"
"""The key of that number, which parts start from when the tables of runs are migrated without them."""


@dataclass(frozen=True, slots=True)
class Part:
    """Tables with a version of their own.

    `key`: where their version is stored; `migrations`: those to each version, of tables that older ones have
    made. Missing tables are made as they are today.
    """

    key: str
    metadata: MetaData
    version: int
    migrations: Mapping[int, Migration]


RUNS: Final = Part("schema", METADATA, SCHEMA, MIGRATIONS)

PARTS: Final = [RUNS]
"""What `set_up` sets up; importing a further part's package adds it."""


def set_up(engine: Engine, where: str, *, must_exist: bool, may_migrate: bool = True) -> None:
    """Create missing tables or migrate older ones, in one transaction.

    Raises `StoreError` for tables of another program or of a newer version, and for older ones of runs unless
    `may_migrate`; then other parts are not looked at.
    """
    parts = PARTS if may_migrate else [RUNS]
    with engine.connect() as connection:
        found = _versions(connection, where, parts)
    if all(found[part.key] == part.version for part in parts):
        return
    if found[RUNS.key] is not None and not may_migrate:
        raise StoreError(
            f"{where} was written by an older Agonist (schema {found[RUNS.key]}; this one reads "
            f"{RUNS.version}), and reading changes nothing: start a run or the site with it to migrate it"
        )
    with engine.connect().execution_options(agonist_writes=True) as connection, connection.begin():
        if engine.dialect.name == "postgresql":
            # Two processes create the tables at once.
            connection.execute(text("SELECT pg_advisory_xact_lock(1097297774)"))
        found = _versions(connection, where, parts)
        if found[RUNS.key] is None and must_exist:
            raise StoreError(f"{where} has no tables of Agonist")
        if found[RUNS.key] is None and engine.dialect.name == "sqlite":
            connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION}")
        for part in parts:
            _bring_up(connection, part, found[part.key])


def _bring_up(connection: Connection, part: Part, current: int | None) -> None:
    """Create or migrate the tables of a part; `current` is their version."""
    if current == part.version:
        return
    if current is None or part is not RUNS:
        part.metadata.create_all(connection)
    if current is not None:
        before = select(META.c.value).where(META.c.key == BEFORE)
        if part is RUNS and current <= SHARED and connection.execute(before).scalar() is None:
            _note(connection, BEFORE, current)
        for version in range(current + 1, part.version + 1):
            if version in part.migrations:
                part.migrations[version](connection)
    _note(connection, part.key, part.version)


def _note(connection: Connection, key: str, version: int) -> None:
    connection.execute(delete(META).where(META.c.key == key))
    connection.execute(insert(META).values(key=key, value=str(version)))


def _versions(connection: Connection, where: str, parts: Sequence[Part]) -> dict[str, int | None]:
    """The versions of the tables of these parts by key; `None` for those that are not there."""
    present = set(inspect(connection).get_table_names())
    if META.name not in present:
        ours = {name for part in parts for name in part.metadata.tables}
        if present if connection.dialect.name == "sqlite" else present & ours:
            raise _anothers(where)
        return {part.key: None for part in parts}
    of = META.c
    query = select(of.key, of.value).where(of.key.in_([BEFORE, *(part.key for part in parts)]))
    stored = {row.key: row.value for row in connection.execute(query)}
    version = _checked(stored.get(RUNS.key), RUNS, where)
    found: dict[str, int | None] = {}
    for part in parts:
        there = present.intersection(part.metadata.tables)
        if part.key in stored:
            found[part.key] = _checked(stored[part.key], part, where)
        elif there:
            known = int(stored.get(BEFORE, version))
            if known >= SHARED and len(there) < len(part.metadata.tables):
                raise _anothers(where)
            found[part.key] = min(known, SHARED)
        else:
            found[part.key] = None
    return found


def _checked(stored: object, part: Part, where: str) -> int:
    if not isinstance(stored, str) or not stored.isdecimal() or int(stored) < 1:
        raise StoreError(f"{where} has no schema version: it is damaged")
    if int(stored) > part.version:
        raise StoreError(
            f"{where} was written by a newer Agonist (schema {stored}, this one knows {part.version}): "
            "update this one, or name another file"
        )
    return int(stored)


def _anothers(where: str) -> StoreError:
    return StoreError(f"{where} belongs to another program, and was left unchanged; name another")
