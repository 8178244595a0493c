"""Finished matches, with the few columns that ratings need."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

import orjson
from sqlalchemy import Select, or_, select

from agonist.core import Seat
from agonist.store.engines.failure import database_errors
from agonist.store.platform.schema import EXCLUDED, TABLES, TRIALS
from agonist.store.runs.schema import MATCHES, RUNS
from agonist.store.runs.serialization import unpack_tuples
from agonist.store.runs.store import Store

CHUNK: Final = 1_000
"""Matches that are read, or asked for, at once."""


class EndedRow(NamedTuple):
    """A finished match; `fixture` is a mapping of plain values, as stored."""

    id: int
    game: str
    fixture: dict[str, Any]
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    teams: tuple[tuple[Seat, ...], ...]
    forfeits: tuple[Seat, ...]
    fallback: tuple[Seat, ...]
    ended: float
    run: str
    trial: bool
    """Whether leaderboards leave it out: its run is a trial of an agent, people play it for practice, an
    admin has excluded it, or it began with the moves of another match."""


def ended_since(store: Store, since: float | None) -> Iterator[EndedRow]:
    """Finished matches in the order of their ids: all, or those that ended at this time or later.

    Damaged ones are left out.
    """
    query = _finished().order_by(MATCHES.c.id)
    if since is not None:
        query = query.where(MATCHES.c.ended >= since)
    with database_errors(store.name), store.reading() as connection:
        rows = connection.execution_options(yield_per=CHUNK).execute(query)
        try:
            for row in rows:
                found = _row(row)
                if found is not None:
                    yield found
        finally:
            rows.close()


def ended_matches(store: Store, matches: Collection[int]) -> list[EndedRow]:
    """These matches, if they are finished, in the order of their ids; damaged ones are left out."""
    found = map(_row, store.rows_among(_finished().order_by(MATCHES.c.id), MATCHES.c.id, sorted(matches)))
    return [row for row in found if row is not None]


def _finished() -> Select[Any]:
    of = MATCHES.c
    columns = (of.id, of.game, of.fixture, of.scores, of.ranks, of.teams, of.forfeits, of.fallback, of.ended)
    practice = select(TABLES.c.match).where(TABLES.c.rated == 0)
    excluded = select(EXCLUDED.c.match)
    trial = or_(of.run.in_(select(TRIALS.c.run)), of.id.in_(practice), of.id.in_(excluded)).label("trial")
    query = select(*columns, RUNS.c.id.label("run"), trial).join(RUNS, RUNS.c.number == of.run)
    return query.where(of.status == "finished")


def _row(row: Any) -> EndedRow | None:
    try:
        fixture = orjson.loads(row.fixture)
        number, game, _, scores, ranks, teams, forfeits, fallback, ended, run, trial = row
        scores, ranks = _unpacked(scores), _unpacked(ranks)
        if not len(fixture["players"]) == len(scores) == len(ranks):
            return None
        if set(map(type, ranks)) != {int} or min(ranks) != 1 or max(ranks) > len(ranks):
            return None
        hash((fixture["seed"], fixture["version"], _unpacked(teams), _unpacked(forfeits)))
        fixture["options"].items()
        return EndedRow(
            number, game, fixture, scores, ranks, _unpacked(teams), _unpacked(forfeits), _unpacked(fallback),
            ended or 0.0, run, bool(trial or fixture.get("parent")),
        )  # fmt: skip
    except (ValueError, TypeError, KeyError):
        return None


@lru_cache(maxsize=4096)
def _unpacked(text: str) -> Any:
    """Cached, since most matches have the same few texts."""
    return unpack_tuples(text)
