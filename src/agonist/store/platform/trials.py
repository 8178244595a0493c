"""Trial runs of agents."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final, NamedTuple

from sqlalchemy import Connection, Select, func, insert, or_, select

from agonist.store.platform.agents import version_name
from agonist.store.platform.schema import AGENTS, TRIALS, VERSIONS
from agonist.store.runs.schema import MATCHES, RUNS
from agonist.store.runs.store import Store

TEST: Final = "test"
"""The kind of a test match, which only its agent's owner sees."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A trial run of an agent: `kind` is test, attack, defence or reasoning."""

    run: str
    version: int
    kind: str
    created: float


def add_trial(store: Store, run: str, version: int, kind: str) -> None:
    """Mark a run as a trial of this version of an agent; no leaderboard counts its matches."""
    row = {"version": version, "kind": kind, "created": time.time()}

    def write(connection: Connection) -> None:
        number = connection.execute(select(RUNS.c.number).where(RUNS.c.id == run)).scalar_one()
        connection.execute(insert(TRIALS), {"run": number, **row})

    store.change(write)


def trials(store: Store, agent: int) -> list[Trial]:
    """The trial runs of an agent, newest first."""
    query = select(RUNS.c.id, TRIALS.c.version, TRIALS.c.kind, TRIALS.c.created)
    query = query.join(TRIALS, TRIALS.c.run == RUNS.c.number).join(
        VERSIONS, VERSIONS.c.id == TRIALS.c.version
    )
    query = query.where(VERSIONS.c.agent == agent).order_by(RUNS.c.number.desc())
    return [Trial(*row) for row in store.rows(query)]


def trial_of(store: Store, run: str) -> Trial | None:
    """The trial of which this is the run, if any."""
    query = select(RUNS.c.id, TRIALS.c.version, TRIALS.c.kind, TRIALS.c.created)
    query = query.join(TRIALS, TRIALS.c.run == RUNS.c.number).where(RUNS.c.id == run)
    row = store.row(query)
    return None if row is None else Trial(*row)


def tests_of_others(user: int | None) -> Select[tuple[int]]:
    """The numbers of the runs of test matches of agents that are not this account's."""
    query = (
        select(TRIALS.c.run)
        .join(VERSIONS, VERSIONS.c.id == TRIALS.c.version)
        .join(AGENTS, AGENTS.c.id == VERSIONS.c.agent)
        .where(TRIALS.c.kind == TEST)
    )
    return query if user is None else query.where(or_(AGENTS.c.owner.is_(None), AGENTS.c.owner != user))


def tests_among(store: Store, runs: Collection[str], user: int | None) -> frozenset[str]:
    """Those of these runs that are test matches of agents that are not this account's. One query."""
    query = select(RUNS.c.id).where(RUNS.c.id.in_(runs), RUNS.c.number.in_(tests_of_others(user)))
    return frozenset(store.values(query))


def tests_among_matches(store: Store, matches: Collection[int], user: int | None) -> frozenset[int]:
    """The same of matches. One query."""
    query = select(MATCHES.c.id).where(MATCHES.c.id.in_(matches), MATCHES.c.run.in_(tests_of_others(user)))
    return frozenset(store.values(query))


class Finished(NamedTuple):
    """A finished trial: its run, its kind, the name of the agent, and that under which its version plays."""

    run: str
    kind: str
    agent: str
    player: str


def latest_trials(store: Store, kinds: Collection[str], limit: int = 500) -> list[Finished]:
    """The latest finished trial of each version and kind, newest first; deleted agents are left out."""
    newest = (
        select(func.max(TRIALS.c.run))
        .join(RUNS, RUNS.c.number == TRIALS.c.run)
        .where(RUNS.c.status == "finished", TRIALS.c.kind.in_(kinds))
        .group_by(TRIALS.c.version, TRIALS.c.kind)
    )
    query = (
        select(RUNS.c.id, TRIALS.c.kind, AGENTS.c.name, VERSIONS.c.nth)
        .join(TRIALS, TRIALS.c.run == RUNS.c.number)
        .join(VERSIONS, VERSIONS.c.id == TRIALS.c.version)
        .join(AGENTS, AGENTS.c.id == VERSIONS.c.agent)
        .where(TRIALS.c.run.in_(newest), AGENTS.c.state != "deleted")
        .order_by(TRIALS.c.run.desc())
        .limit(limit)
    )
    return [Finished(run, kind, name, version_name(name, nth)) for run, kind, name, nth in store.rows(query)]
