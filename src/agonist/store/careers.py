"""The matches of one player, and what they took: bounded, newest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import orjson
from sqlalchemy import Connection, case, func, select

from agonist.core import AgonistError
from agonist.store.damage import of_match
from agonist.store.platform_tables import TRIALS
from agonist.store.rows import match_from
from agonist.store.tables import BROKEN_OFF, MATCHES, MODEL_CALLS, RUNS
from agonist.store.values import StoredMatch

if TYPE_CHECKING:
    from agonist.store.store import Store

MOST: Final = 2_000
"""Matches of a player that are looked at."""

CHUNK: Final = 500


def career(store: Store, player: str, *, limit: int = MOST, trials: bool = False) -> list[StoredMatch]:
    """The newest matches in which a player of this name sat, newest first; those only planned are left out.

    Damaged matches are passed over. `trials`: also those of runs that tried an agent out.
    """
    name = orjson.dumps(player).decode()
    query = (
        select(*[column for column in MATCHES.c if column.name not in ("run", "key", "game")])
        .add_columns(RUNS.c.id.label("run"))
        .join(RUNS, RUNS.c.number == MATCHES.c.run)
        .where(MATCHES.c.fixture.contains(name, autoescape=True), MATCHES.c.status != "planned")
        .order_by(MATCHES.c.id.desc())
        .limit(limit)
    )
    if not trials:
        query = query.where(MATCHES.c.run.not_in(select(TRIALS.c.run)))
    rows = store.read(lambda connection: connection.execute(query).all())
    found = filter(None, (_match(row, store.name) for row in rows))
    return [match for match in found if player in match.fixture.players]


def taken(store: Store, matches: list[int]) -> list[tuple[int, int, str, int, int, float | None]]:
    """What was asked in these matches: (match, seat, class of invalid answer, calls, requests, dollars).

    Hidden questions and steps that were broken off count for requests and dollars, and for no class. Dollars
    are `None` where a price is not known.
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


def _match(row: Any, where: str) -> StoredMatch | None:
    try:
        with of_match(row.id, where):
            return match_from(row)
    except AgonistError:
        return None
