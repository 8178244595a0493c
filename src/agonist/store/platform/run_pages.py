"""Pages of runs for browsing, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Select, func, literal, select, union_all

from agonist.store.platform.match_list_pages import COUNTED, STATUSES
from agonist.store.runs.query_results import Run
from agonist.store.runs.schema import MATCHES, RUNS
from agonist.store.runs.serialization import unpack
from agonist.store.runs.store import Store

STATES: Final = ("planned", *STATUSES)
"""The statuses of matches."""

LISTED: Final = 100
"""Runs on a page."""


def runs_page(
    store: Store, before: str = "", limit: int = LISTED, *, without: Select[tuple[int]] | None = None
) -> tuple[list[Run], str | None]:
    """A page of runs, newest first, and the `before` of the next page; `without` these. Two queries."""
    query = select(RUNS).order_by(RUNS.c.number.desc()).limit(limit + 1)
    if without is not None:
        query = query.where(RUNS.c.number.not_in(without))
    if before:
        number = select(RUNS.c.number).where(RUNS.c.id == before).scalar_subquery()
        query = query.where(RUNS.c.number < number)
    rows = store.rows(query)
    found = _with_counts(store, rows[:limit])
    return found, found[-1].id if len(rows) > limit else None


def run_named(store: Store, name: str) -> Run | None:
    """The run of exactly this id, if there is one. Two queries."""
    query = select(RUNS).where(RUNS.c.id == name)
    rows = store.rows(query)
    return next(iter(_with_counts(store, rows)), None)


def _with_counts(store: Store, rows: Sequence[Any]) -> list[Run]:
    counts = store.read(lambda connection: _counted(connection, [row.number for row in rows]))
    return [
        Run(
            row.id, row.created, unpack(row.plan), row.status, row.note, *counts.get(row.number, (0, 0))
        )
        for row in rows
    ]  # fmt: skip


def _counted(connection: Connection, runs: Sequence[int]) -> dict[int, tuple[int, int]]:
    """How many matches each run has, and how many of them are finished."""
    of = MATCHES.c
    # Matches of a run are numbered one after the other.
    last = select(func.max(of.nth)).where(of.run == RUNS.c.number).scalar_subquery()
    query = select(RUNS.c.number, last).where(RUNS.c.number.in_(runs))
    sizes = {run: 0 if nth is None else int(nth) + 1 for run, nth in connection.execute(query)}
    small = [run for run, size in sizes.items() if size <= COUNTED]
    finished = select(of.run, func.count()).where(of.run.in_(small), of.status == "finished").group_by(of.run)
    found = {run: (sizes[run], 0) for run in small}
    found |= {run: (sizes[run], int(count)) for run, count in connection.execute(finished)}
    return found | {
        run: (size, _finished_of(connection, run, size)) for run, size in sizes.items() if size > COUNTED
    }


def _finished_of(connection: Connection, run: int, size: int) -> int:
    """How many matches of a large run are finished; usually nearly all, or few."""

    def count(*statuses: str, most: int = COUNTED) -> int:
        some = select(MATCHES.c.id).where(MATCHES.c.run == run, MATCHES.c.status.in_(statuses)).limit(most)
        return int(connection.execute(select(func.count()).select_from(some.subquery())).scalar_one())

    others = [count(status) for status in STATES if status != "finished"]
    if max(others) < COUNTED:
        return size - sum(others)
    few = count("finished")
    return few if few < COUNTED else count("finished", most=size)


def matches_by_game(store: Store, games: Sequence[str]) -> dict[str, int]:
    """How many matches there are of each game, counted up to `COUNTED` + 1. One query."""
    parts = []
    for game in games:
        some = select(MATCHES.c.id).where(MATCHES.c.game == game).limit(COUNTED + 1).subquery()
        parts.append(select(literal(game), func.count()).select_from(some))
    rows = store.rows(union_all(*parts)) if parts else []
    return {game: int(count) for game, count in rows}
