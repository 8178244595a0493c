"""Inserting planned runs and matches."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select, update

from agonist.match import Fixture
from agonist.store.runs.row_conversion import cleaned, fixture_rows
from agonist.store.runs.schema import MATCHES, RUNS
from agonist.store.runs.serialization import pack
from agonist.store.runs.write_orders import insert_rows

AT_ONCE: Final = 5_000
"""Matches that are turned into rows at once: a million rows would take two gigabytes."""

NO_END: Final = {
    column.name: column.default.arg  # type: ignore[attr-defined]  # all are values
    for column in MATCHES.columns
    if column.default is not None
}
"""What the columns about its end hold until a match has one."""


def insert_run(connection: Connection, plan: Mapping[str, Any]) -> tuple[int, str]:
    """Insert a run with status `running`; returns its number and its id."""
    run = secrets.token_hex(4)
    row = {
        "id": run,
        "created": datetime.now(UTC).isoformat(timespec="microseconds"),
        "plan": pack(cleaned(plan)),
        "status": "running",
        "note": "",
    }
    return int(connection.execute(insert(RUNS).returning(RUNS.c.number), row).scalar_one()), run


def replace_plan(connection: Connection, run: int, plan: Mapping[str, Any]) -> None:
    """Replace the plan of a run."""
    connection.execute(update(RUNS).where(RUNS.c.number == run).values(plan=pack(cleaned(plan))))


def insert_matches(connection: Connection, run: int, fixtures: Sequence[Fixture]) -> None:
    """Insert matches of a run, after those it has; `AT_ONCE` are in memory as rows at a time.

    Raises `UsageError` for an address with a password in it.
    """
    last = connection.execute(select(func.max(MATCHES.c.nth)).where(MATCHES.c.run == run)).scalar()
    nth = 0 if last is None else last + 1
    for first in range(0, len(fixtures), AT_ONCE):
        rows = enumerate(fixture_rows(fixtures[first : first + AT_ONCE]), start=nth + first)
        insert_rows(connection, MATCHES, [{"run": run, "nth": at, **NO_END, **row} for at, row in rows])
