"""Pages of runs for browsing, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import case, func, literal, select, union_all

from agonist.store.browsing import COUNTED
from agonist.store.packing import unpack
from agonist.store.tables import MATCHES, RUNS
from agonist.store.values import Run

if TYPE_CHECKING:
    from agonist.store.store import Store

LISTED: Final = 100
"""Runs on a page."""


def runs_page(store: Store, before: str = "", limit: int = LISTED) -> tuple[list[Run], str | None]:
    """A page of runs, newest first, and the `before` of the next page. Two queries."""
    query = select(RUNS).order_by(RUNS.c.number.desc()).limit(limit + 1)
    if before:
        number = select(RUNS.c.number).where(RUNS.c.id == before).scalar_subquery()
        query = query.where(RUNS.c.number < number)
    rows = store.read(lambda connection: connection.execute(query).all())
    found = _with_counts(store, rows[:limit])
    return found, found[-1].id if len(rows) > limit else None


def run_named(store: Store, name: str) -> Run | None:
    """The run of exactly this id, if there is one. Two queries."""
    query = select(RUNS).where(RUNS.c.id == name)
    rows = store.read(lambda connection: connection.execute(query).all())
    return next(iter(_with_counts(store, rows)), None)


def _with_counts(store: Store, rows: Sequence[Any]) -> list[Run]:
    of = MATCHES.c
    finished = func.sum(case((of.status == "finished", 1), else_=0))
    query = select(of.run, func.count(), finished).where(of.run.in_([row.number for row in rows]))
    query = query.group_by(of.run)
    counted = store.read(lambda connection: connection.execute(query).all())
    counts = {run: (int(matches), int(ended or 0)) for run, matches, ended in counted}
    return [
        Run(
            row.id, row.created, unpack(row.plan), row.status, row.note, *counts.get(row.number, (0, 0))
        )
        for row in rows
    ]  # fmt: skip


def matches_by_game(store: Store, games: Sequence[str]) -> dict[str, int]:
    """How many matches there are of each game, counted up to `COUNTED` + 1. One query."""
    parts = []
    for game in games:
        some = select(MATCHES.c.id).where(MATCHES.c.game == game).limit(COUNTED + 1).subquery()
        parts.append(select(literal(game), func.count()).select_from(some))
    rows = store.read(lambda connection: connection.execute(union_all(*parts)).all()) if parts else []
    return {game: int(count) for game, count in rows}
