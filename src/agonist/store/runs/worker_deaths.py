"""Matches whose workers die: a match that does it again and again is broken, so that a run always ends.

Which of a worker's matches ended its process can't be seen. So all that it held count its death, but only
deaths without a step between them, and a suspect is taken when nothing else is left, one at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Connection, case, func, select, update

from agonist.store.runs.run_workers import MOST_DEATHS
from agonist.store.runs.schema import MATCHES, STEPS

SUSPECT: Final = 2
"""Deaths after which a worker plays the match with no other suspect beside it."""


def is_suspect() -> ColumnElement[bool]:
    """Whether workers have died repeatedly while they held the match."""
    return MATCHES.c.deaths >= SUSPECT


def count_deaths(connection: Connection, run: int, workers: Sequence[str]) -> list[int]:
    """Note that these workers of a run have died; returns the matches that are broken by that."""
    of = MATCHES.c
    steps = select(func.count()).where(STEPS.c.match == of.id).scalar_subquery()
    held = (of.run == run, of.status.in_(("planned", "playing")), of.worker.in_(workers))
    deaths = case((steps > of.died_at, 1), else_=of.deaths + 1)
    connection.execute(update(MATCHES).where(*held).values(deaths=deaths, died_at=steps))
    query = select(of.id, of.died_at, of.worker).where(*held, of.deaths >= MOST_DEATHS)
    found = connection.execute(query).all()
    for match, at, worker in found:
        why = (
            f"match {match} was left at step {at} by {MOST_DEATHS} processes that died, the last one being "
            f"{worker}: a game or a player may have crashed, or memory run out"
        )
        connection.execute(update(MATCHES).where(of.id == match).values(status="broken", error=why))
    return [match for match, *_ in found]


def suspect(connection: Connection, run: int, worker: str) -> list[int]:
    """The next suspect for a worker, unless it plays one already."""
    of = MATCHES.c
    suspects = select(of.id).where(of.run == run, is_suspect()).order_by(of.id).limit(1)
    if connection.execute(suspects.where(of.status.in_(("planned", "playing")), of.worker == worker)).all():
        return []
    left = suspects.where(of.status.not_in(("finished", "void")), of.worker.is_(None))
    return list(connection.execute(left.with_for_update(skip_locked=True)).scalars())
