"""How far a run is, over all processes that play it: for those who watch it from elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from agonist.models.amounts_spent import Spending
from agonist.store.engines.database import Query
from agonist.store.runs.queries import number_and_id
from agonist.store.runs.run_workers import Workers, workers_of
from agonist.store.runs.serialization import unpack

WINDOW_SECONDS: Final = 30.0
"""Matches of so many seconds say how fast a run is, if enough have ended."""

ENOUGH: Final = 100
"""Otherwise so many matches do, however long they took."""

LATEST: Final = """
    SELECT count(*) AS ended, min(ended) AS since FROM (
        SELECT ended FROM matches WHERE run = :number AND status = 'finished' AND ended > :since
        ORDER BY ended DESC LIMIT :many
    ) AS latest
"""


@dataclass(frozen=True, slots=True)
class RunProgress:
    """How far a run is.

    `stopped`: matches that are suspended, broken or void. `per_second`: matches that finish in a second, 0
    while none has or nobody plays.
    """

    run: str
    status: str
    plan: Mapping[str, Any]
    matches: int
    finished: int
    stopped: int
    per_second: float
    workers: Workers

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the last match ends at this rate; `None` if that is unknown."""
        left = self.matches - self.finished - self.stopped
        return left / self.per_second if self.per_second else None

    @property
    def spent(self) -> Spending:
        """What its workers say that they have used."""
        return sum((row.spent for row in self.workers.rows), Spending())


def progress_of(query: Query, run: str) -> RunProgress:
    """The progress of the run of this id, a beginning of it, or `latest`."""
    number, known = number_and_id(query, run)
    of = {"number": number}
    ((status, plan),) = query("SELECT status, plan FROM runs WHERE number = :number", of)
    counted = query("SELECT status, count(*) AS many FROM matches WHERE run = :number GROUP BY status", of)
    many = {row.status: int(row.many) for row in counted}
    workers = workers_of(query, known)
    return RunProgress(
        known,
        status,
        unpack(plan),
        sum(many.values()),
        many.get("finished", 0),
        sum(many.get(name, 0) for name in ("suspended", "broken", "void")),
        _rate(query, number, workers),
        workers,
    )


def _rate(query: Query, number: int, workers: Workers) -> float:
    """Matches a second: of the last seconds, or else of the last matches since this part of the run began."""
    if not workers.alive:
        return 0.0
    now, began = workers.now, min(row.began for row in workers.alive)
    window = max(began, now - WINDOW_SECONDS)
    of = {"number": number}
    ((ended,),) = query(
        "SELECT count(*) FROM matches WHERE run = :number AND status = 'finished' AND ended > :since",
        {**of, "since": window},
    )
    if ended < ENOUGH and window > began:
        ((ended, since),) = query(LATEST, {**of, "since": began, "many": ENOUGH})
        window = began if ended < ENOUGH else since
    return int(ended) / max(now - window, 1.0)


def runs_going_on(query: Query) -> list[str]:
    """The ids of the runs that are marked as running, or have a worker that has not ended, oldest first."""
    found = query(
        "SELECT r.id FROM runs AS r WHERE r.status = 'running' OR EXISTS "
        "(SELECT 1 FROM run_workers AS w WHERE w.run = r.number AND w.ended IS NULL) ORDER BY r.number"
    )
    return [row.id for row in found]
