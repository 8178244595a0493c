"""Whole matches, by a query that further conditions narrow."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, select

from agonist.core import AgonistError
from agonist.store.runs.damage import of_match
from agonist.store.runs.query_results import StoredMatch
from agonist.store.runs.row_conversion import match_from
from agonist.store.runs.schema import MATCHES, RUNS
from agonist.store.runs.store import Store


def match_rows() -> Select[Any]:
    """All matches, newest first."""
    columns = [column for column in MATCHES.c if column.name not in ("run", "key", "game")]
    query = select(*columns, RUNS.c.id.label("run")).join(RUNS, RUNS.c.number == MATCHES.c.run)
    return query.order_by(MATCHES.c.id.desc())


def suspended_matches(store: Store, run: str) -> list[StoredMatch]:
    """The matches of a run that are suspended; damaged ones, which cannot go on, are left out. One query."""
    query = match_rows().where(RUNS.c.id == run, MATCHES.c.status == "suspended")
    found = (match_of(row, store.name) for row in store.rows(query))
    return [match for match in found if match is not None]


def match_of(row: Any, where: str) -> StoredMatch | None:
    """The match in such a row; `None` if it is damaged."""
    try:
        with of_match(row.id, where):
            return match_from(row)
    except AgonistError:
        return None
