"""Queries on how far matches are: those being played, and when matches ended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from sqlalchemy import func, select

from agonist.store.platform.trials import tests_of_others
from agonist.store.runs.schema import MATCHES, STEPS
from agonist.store.runs.store import Store

Progress: TypeAlias = tuple[str, int]
"""The status of a match and how many steps it has."""


def progress_by_match(store: Store, matches: Iterable[int]) -> Mapping[int, Progress]:
    """The progress of each of these matches; unknown ids are left out. One query."""
    steps = (
        select(func.coalesce(func.max(STEPS.c.nth) + 1, 0))
        .where(STEPS.c.match == MATCHES.c.id)
        .correlate(MATCHES)
        .scalar_subquery()
    )
    query = select(MATCHES.c.id, MATCHES.c.status, steps).where(MATCHES.c.id.in_(list(matches)))
    return {row[0]: (row[1], int(row[2])) for row in store.rows(query)}


def newest_playing(store: Store, most: int) -> tuple[int, ...]:
    """The newest matches that are being played, without test matches. One query."""
    playing = (MATCHES.c.status == "playing") & MATCHES.c.run.not_in(tests_of_others(None))
    query = select(MATCHES.c.id).where(playing).order_by(MATCHES.c.id.desc())
    return tuple(store.values(query.limit(most)))


def last_end(store: Store) -> float:
    """When the latest match ended; 0 if none has a known end. One query."""
    query = select(func.max(MATCHES.c.ended)).where(MATCHES.c.ended.is_not(None))
    return store.value(query) or 0.0


def ended_after(store: Store, at: float, most: int) -> int:
    """How many matches were finished after a time (seconds since 1970), `most` at most. One query."""
    of = MATCHES.c
    some = select(of.id).where(of.ended > at, of.status == "finished").limit(most).subquery()
    query = select(func.count()).select_from(some)
    return int(store.value(query))
