"""The processes that play, or have played, a run: who lives, and what each has spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from agonist.models.amounts_spent import Spending
from agonist.store.engines.database import Query
from agonist.store.runs.queries import number_and_id
from agonist.store.runs.serialization import unpack

ALIVE_SECONDS: Final = 20.0
"""A worker that has not been seen for so long is taken for dead, unless it said another time: others play its
matches, and what it has reserved counts as spent."""

MOST_DEATHS: Final = 3
"""Workers that may die with a match, with no step of it between, until it is broken."""

BEFORE: Final = ""
"""The name in the row with what was spent before all workers."""


@dataclass(frozen=True, slots=True)
class RunWorker:
    """A process that plays, or has played, a run. Times are seconds since 1970, by the database's clock.

    `until`: it lives until then, if it isn't seen again before; `held` is reserved for it; `waits`: it needs
    more of the budget than is left; `news`: what it tells.
    """

    name: str
    began: float
    seen: float
    ended: float | None
    until: float
    alive: bool
    spent: Spending
    held: Spending = field(default=Spending())
    waits: bool = False
    joined: bool = False
    """Whether it plays whoever leads the run."""
    news: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Workers:
    """All workers of a run, at a time by the database's clock."""

    now: float
    rows: Sequence[RunWorker]

    @property
    def alive(self) -> list[RunWorker]:
        """Those that play, in the order of their names."""
        return [row for row in self.rows if row.alive]

    @property
    def spent(self) -> Spending:
        """What all have spent; what dead ones had reserved counts too, since they may have used it."""
        dead = (row.held for row in self.rows if not row.alive)
        return sum((*(row.spent for row in self.rows), *dead), Spending())


def workers_of(query: Query, run: str) -> Workers:
    """All workers of a run, those that have ended too, in the order in which they began."""
    number, _ = number_and_id(query, run)
    now = query.now()
    found = query("SELECT * FROM run_workers WHERE run = :number ORDER BY began, name", {"number": number})
    return Workers(now, [worker_from(row, now) for row in found])


def deadly_matches(query: Query, run: str) -> list[str]:
    """Why matches of a run are broken whose workers have died."""
    number, _ = number_and_id(query, run)
    rows = query(
        "SELECT error FROM matches WHERE run = :number AND status = 'broken' AND deaths >= :most ORDER BY id",
        {"number": number, "most": MOST_DEATHS},
    )
    return [row.error for row in rows]


def worker_from(row: Any, now: float) -> RunWorker:
    """A worker from its row."""
    return RunWorker(
        row.name,
        row.began,
        row.seen,
        row.ended,
        row.seen + row.lease,
        row.ended is None and row.seen + row.lease > now,
        Spending(row.usd, row.tokens, row.requests),
        Spending(row.held_usd, row.held_tokens, row.held_requests),
        bool(row.waits),
        bool(row.joined),
        unpack(row.news),
    )
