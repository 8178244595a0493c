"""Matches of one player and their usage: bounded, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

import orjson
from sqlalchemy import Connection, Select, case, func, select

from agonist.store.platform.match_rows import match_of, match_rows
from agonist.store.platform.tables import TRIALS
from agonist.store.runs.query_results import BROKEN_OFF, StoredMatch
from agonist.store.runs.tables import MATCHES, MODEL_CALLS

if TYPE_CHECKING:
    from agonist.store.runs.store import Store

CHUNK: Final = 500

UNFINISHED: Final = ("playing", "suspended", "broken", "void")


def matches_with(store: Store, ids: Sequence[int]) -> list[StoredMatch]:
    """Matches by their ids, newest first; damaged ones are left out. One query."""
    return _found(store, match_rows().where(MATCHES.c.id.in_(ids)))


def unfinished(store: Store, player: str, *, limit: int = 200) -> list[StoredMatch]:
    """The newest unfinished matches of a player (playing, suspended or broken); no trials.

    One query.
    """
    name = orjson.dumps(player).decode()
    query = match_rows().where(
        MATCHES.c.status.in_(UNFINISHED),
        MATCHES.c.fixture.contains(name, autoescape=True),
        MATCHES.c.run.not_in(select(TRIALS.c.run)),
    )
    return [each for each in _found(store, query.limit(limit)) if player in each.fixture.players]


def taken(store: Store, matches: Sequence[int]) -> list[tuple[int, int, str, int, int, float | None]]:
    """The usage in these matches: rows (match, seat, class of invalid answer, calls, requests, dollars).

    Hidden questions and interrupted steps count in requests and dollars, but in no class. Dollars are `None`
    if a price is not known.
    """
    of = MODEL_CALLS.c
    judged = case((((of.probe == "") & (of.step != BROKEN_OFF)), of.error), else_="")
    unknown = func.sum(case(((of.request == 1) & (of.from_cache == 0) & of.cost.is_(None), 1), else_=0))
    dollars = func.coalesce(func.sum(case((of.from_cache == 0, of.cost), else_=0.0)), 0.0)
    query = select(
        of.match, of.seat, judged.label("judged"), func.count(), func.sum(of.request), unknown, dollars
    )
    query = query.group_by(of.match, of.seat, judged)

    def read(connection: Connection) -> list[Any]:
        rows: list[Any] = []
        for start in range(0, len(matches), CHUNK):
            rows += connection.execute(query.where(of.match.in_(matches[start : start + CHUNK]))).all()
        return rows

    return [
        (match, seat, error, int(calls), int(requests or 0), None if unpriced else float(cost))
        for match, seat, error, calls, requests, unpriced, cost in store.read(read)
    ]


def _found(store: Store, query: Select[Any]) -> list[StoredMatch]:
    rows = store.read(lambda connection: connection.execute(query).all())
    return list(filter(None, (match_of(row, store.name) for row in rows)))
