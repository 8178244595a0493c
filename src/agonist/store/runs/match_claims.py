"""Which worker of a run plays which of its matches.

A worker holds all its matches by one lease, its row in `run_workers`: so going on writes one row, however
many matches it has. The lease is the permit for its writes (`Store.under`). Once others have taken its
matches, since it did not say in time that it goes on, what it still writes is dropped. Each match of a
ladder has a lease of its own (`agonist.store.platform.leases`), since each reserves money and agents.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from sqlalchemy import ColumnElement, Connection, bindparam, case, func, select, text, update

from agonist.store.engines.failure import LeaseLost
from agonist.store.engines.locks_and_clock import clock, wait_for_run
from agonist.store.runs import shared_limits
from agonist.store.runs.damage import of_match
from agonist.store.runs.query_results import StoredMatch
from agonist.store.runs.row_conversion import fixture_from
from agonist.store.runs.run_workers import ALIVE_SECONDS
from agonist.store.runs.schema import MATCHES, RUN_WORKERS, RUNS
from agonist.store.runs.worker_deaths import count_deaths, is_suspect, suspect

if TYPE_CHECKING:
    from agonist.models.amounts_spent import Spending
    from agonist.store.runs.store import Store

Role: TypeAlias = Literal["leads", "inherits", "helps", "joined"]
"""Whether a worker has claimed the run, to begin it (again) or after it was left, helps who has and ends with
it, or plays whoever leads.

Who claims a run ends those that led it before, or helped: they cannot write any more, and their matches are
free at once.
"""

BEGUN: Final = ("playing", "suspended", "broken")
LEFT: Final = ("planned", *BEGUN)
"""The statuses of matches that are not at their end, and of those among them that were begun."""


# Each transaction asks it, and a query that is made anew takes ten times as long. The lock is one for which
# saying that a worker goes on need not wait.
HELD: Final = (
    select(RUN_WORKERS.c.name)
    .where(
        RUN_WORKERS.c.run == bindparam("of_run"),
        RUN_WORKERS.c.name == bindparam("of_name"),
        RUN_WORKERS.c.ended.is_(None),
    )
    .with_for_update(read=True, key_share=True)
)


@dataclass(frozen=True, slots=True)
class WorkerLease:
    """The right of a process to play the matches of a run that it has taken; `run` is the run's number."""

    run: int
    worker: str

    @classmethod
    def lost(cls, connection: Connection, leases: Set[WorkerLease]) -> Set[WorkerLease]:
        """Those of these leases that have ended; the others last until the end of the transaction."""
        return {
            lease
            for lease in leases
            if not connection.execute(HELD, {"of_run": lease.run, "of_name": lease.worker}).all()
        }

    def expect(self, connection: Connection) -> None:
        """Raise `LeaseLost` if it has ended."""
        if self.lost(connection, {self}):
            raise LeaseLost("other processes have taken over what this one played")


def join(
    store: Store,
    run: str,
    worker: str,
    role: Role = "leads",
    *,
    seconds: float = ALIVE_SECONDS,
    spent: Spending | None = None,
) -> WorkerLease:
    """Become a worker of a run, under a name of its own; the run is then `running`, unless it is finished.

    If nobody else plays it, all matches that are not at their end are played, also those that were suspended.
    Those that are broken because workers have died with them begin to count anew. `spent` is as in
    `shared_limits.join`.
    """

    def change(connection: Connection) -> WorkerLease:
        here, of = RUNS.c.id == run, RUN_WORKERS.c
        number = int(connection.execute(select(RUNS.c.number).where(here)).scalar_one())
        wait_for_run(connection, number)
        now = clock(connection)
        gone = _late(now)
        if role in ("leads", "inherits"):
            gone = gone | (of.joined == 0)
        broken = _end(connection, number, gone, died=True)
        status = connection.execute(select(RUNS.c.status).where(here)).scalar_one()
        if not _others(connection, number) and (role == "leads" or status != "running"):
            held = (MATCHES.c.run == number, MATCHES.c.status.in_(LEFT), MATCHES.c.worker.is_not(None))
            again = case((MATCHES.c.status == "broken", 0), else_=MATCHES.c.deaths)
            freed = update(MATCHES).where(*held, MATCHES.c.id.not_in(broken))
            connection.execute(freed.values(worker=None, deaths=again))
        joined = role == "joined"
        shared_limits.join(connection, number, worker, spent, joined=joined, lease=seconds, now=now)
        if role != "joined" or status != "finished":  # else who led has ended it meanwhile
            connection.execute(update(RUNS).where(here).values(status="running", note=""))
        return WorkerLease(number, worker)

    return store.change(change)


def take(store: Store, lease: WorkerLease, many: int, *, among: int = 1) -> list[StoredMatch]:
    """Take matches that nobody plays: so many at most, and a fair share of the last ones; begun ones first.

    `among`: how many workers there will be at least. Raises `LeaseLost` if others have taken what it had.
    """

    def change(connection: Connection) -> list[StoredMatch]:
        lease.expect(connection)
        of = MATCHES.c
        workers = max(among, 1 + _others(connection, lease.run, lease.worker))
        found: list[int] = []
        for statuses in (BEGUN, ("planned",)):
            query = select(of.id).where(of.run == lease.run, of.status.in_(statuses), of.worker.is_(None))
            query = query.where(~is_suspect())
            share = many
            if workers > 1:
                some = query.limit(many * workers).subquery()
                there = connection.execute(select(func.count()).select_from(some)).scalar_one()
                share = min(many, ceil(there / workers))
            query = query.order_by(of.id).limit(share).with_for_update(skip_locked=True)
            found = list(connection.execute(query).scalars())
            if found:
                break
        found = found or suspect(connection, lease.run, lease.worker)
        if not found:
            return []
        listed = ", ".join(map(str, found))  # there can be more than a query may have parameters
        taken = f"UPDATE matches SET worker = :worker WHERE id IN ({listed})"
        rows = connection.execute(
            text(f"{taken} RETURNING id, nth, fixture, status"), {"worker": lease.worker}
        ).all()
        run = connection.execute(select(RUNS.c.id).where(RUNS.c.number == lease.run)).scalar_one()
        matches = []
        for number, nth, fixture, status in sorted(rows):
            with of_match(number, store.name):
                matches.append(StoredMatch(number, run, nth, fixture_from(fixture), status))
        return matches

    return store.change(change)


def go_on(store: Store, lease: WorkerLease) -> str:
    """Say that a worker lives, and free the matches of those that did not; returns the run's status.

    Raises `LeaseLost` if others have taken what it had.
    """

    def change(connection: Connection) -> str:
        now, of = clock(connection), RUN_WORKERS.c
        here = (of.run == lease.run, of.name == lease.worker, of.ended.is_(None))
        late = connection.execute(select(of.name).where(of.run == lease.run, _late(now))).scalars()
        names = set(late)
        if names and lease.worker not in names:  # who was asleep itself gives others the time to say so
            wait_for_run(connection, lease.run)
            _end(connection, lease.run, _late(now), died=True)
        if not connection.execute(update(RUN_WORKERS).where(*here).values(seen=now)).rowcount:
            raise LeaseLost("other processes have taken over what this one played")
        query = select(RUNS.c.status).where(RUNS.c.number == lease.run)
        return str(connection.execute(query).scalar_one())

    return store.change(change)


def end_worker(store: Store, lease: WorkerLease, *, died: bool = False) -> None:
    """Free what a worker holds, which leaves or has died."""
    mine = RUN_WORKERS.c.name == lease.worker
    store.change(lambda connection: _end(connection, lease.run, mine, died=died))


def may_follow(store: Store, lease: WorkerLease) -> bool:
    """Whether a match that isn't at its end is held by another worker, or by none.

    Of what nobody holds, a worker may leave suspects for later (`agonist.store.runs.worker_deaths`).
    """
    of, who = MATCHES.c, RUN_WORKERS.c
    query = (
        select(of.id)
        .outerjoin(RUN_WORKERS, (who.run == of.run) & (who.name == of.worker))
        .where(of.run == lease.run, of.status.in_(LEFT))
        .where(
            of.worker.is_(None)
            | of.status.in_(("planned", "playing")) & who.ended.is_(None) & (who.name != lease.worker)
        )
        .limit(1)
    )
    return store.value(query) is not None


def _late(now: float) -> ColumnElement[bool]:
    """Whether a worker that has not ended was not seen for as long as its lease."""
    of = RUN_WORKERS.c
    return of.ended.is_(None) & (of.seen + of.lease <= now)


def _others(connection: Connection, run: int, worker: str = "") -> int:
    """How many other workers of a run have not ended."""
    of = RUN_WORKERS.c
    query = select(func.count()).where(of.run == run, of.ended.is_(None), of.name != worker)
    return int(connection.execute(query).scalar_one())


def _end(connection: Connection, run: int, which: ColumnElement[bool], *, died: bool) -> list[int]:
    """End workers of a run, and free what they hold; matches that they have suspended stay so.

    `died`: they have not left by themselves. Returns the matches that are broken by that.
    """
    of = RUN_WORKERS.c
    query = select(of.name).where(of.run == run, of.ended.is_(None), which).order_by(of.name)
    ended = list(connection.execute(query.with_for_update()).scalars())
    if not ended:
        return []
    now = clock(connection)
    connection.execute(update(RUN_WORKERS).where(of.run == run, of.name.in_(ended)).values(ended=now))
    broken = count_deaths(connection, run, ended) if died else []
    held = (MATCHES.c.run == run, MATCHES.c.status.in_(("planned", "playing")), MATCHES.c.worker.in_(ended))
    connection.execute(update(MATCHES).where(*held).values(worker=None))
    return broken
