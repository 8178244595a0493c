"""What the processes that play a run share: its budget, rates of requests, and news.

Each has a row, which it writes every few seconds. All of them read all rows when they write theirs: so a
player that one has set aside, or a pause that an endpoint has asked for, holds for all. Budgets and rates are
divided here, by one transaction at a time; `models.budget_among_processes` says how much a worker gets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from sqlalchemy import Connection, insert, select, update

from agonist.models.amounts_spent import Spending
from agonist.models.budget_among_processes import BudgetLimits, allotment
from agonist.store.engines.failure import LeaseLost
from agonist.store.engines.locks_and_clock import clock, wait_for_run
from agonist.store.runs.run_workers import ALIVE_SECONDS, BEFORE, Workers, worker_from
from agonist.store.runs.schema import RUN_RATES, RUN_WORKERS, RUNS
from agonist.store.runs.serialization import pack

if TYPE_CHECKING:
    from agonist.store.runs.store import Store


LASTING: Final = "prompts"
"""The news that are kept when a run is begun again."""


def join_run(store: Store, run: str, name: str, spent: Spending | None) -> tuple[int, Workers]:
    """Add a worker to the run of exactly this id, unless it is there; returns the run's number, too."""
    number = int(store.value(select(RUNS.c.number).where(RUNS.c.id == run)))

    def change(connection: Connection) -> Workers:
        workers = _workers(connection, number, clock(connection))
        known = any(row.name == name for row in workers.rows)
        return workers if known else join(connection, number, name, spent)

    return number, store.change(change)


def join(
    connection: Connection,
    number: int,
    name: str,
    spent: Spending | None = None,
    *,
    joined: bool = False,
    lease: float = ALIVE_SECONDS,
    now: float | None = None,
) -> Workers:
    """Add a worker to a run. `spent`: what the run has used by its stored calls, if that was counted.

    If no other worker lives, the run begins again: that is what counts, what dead ones had reserved and not
    used is free, and nobody is set aside. `joined` and `lease` are as in `agonist.store.runs.match_claims`.
    `now`: when it was decided which workers live, if it was.
    """
    wait_for_run(connection, number)
    now = clock(connection) if now is None else now
    workers = _workers(connection, number, now)
    if not workers.alive:
        of = RUN_WORKERS.c
        nothing = {"held_usd": 0.0, "held_tokens": 0, "held_requests": 0}
        connection.execute(update(RUN_WORKERS).where(of.run == number).values(nothing))
        connection.execute(update(RUN_WORKERS).where(of.run == number, of.ended.is_(None)).values(ended=now))
        for row in workers.rows:
            if row.news.keys() - {LASTING}:
                kept = {key: value for key, value in row.news.items() if key == LASTING}
                mine = update(RUN_WORKERS).where(of.run == number, of.name == row.name)
                connection.execute(mine.values(news=pack(kept)))
        told = {row.name: row.spent for row in workers.rows}
        if spent is not None and sum(told.values(), Spending()) != spent:
            known = told.pop(BEFORE, None)
            more = spent - sum(told.values(), Spending())
            if known is None:
                _add(connection, number, BEFORE, now, more, ended=now)
            else:
                before = update(RUN_WORKERS).where(of.run == number, of.name == BEFORE)
                connection.execute(before.values(usd=more.usd, tokens=more.tokens, requests=more.requests))
    _add(connection, number, name, now, Spending(), joined=joined, lease=lease)
    return _workers(connection, number, now)


def beat(
    connection: Connection,
    number: int,
    name: str,
    spent: Spending,
    held: Spending,
    *,
    news: Mapping[str, Any],
    waits: bool = False,
    ended: bool = False,
) -> Workers:
    """Say that a worker lives (or has `ended`), what it has spent and still needs; returns all workers.

    Raises `LeaseLost` if it was taken for dead, and its run begun anew.
    """
    wait_for_run(connection, number)
    now = clock(connection)
    values = {
        "seen": now, "ended": now if ended else None, "waits": int(waits), "news": pack(news),
        "usd": spent.usd, "tokens": spent.tokens, "requests": spent.requests,
        "held_usd": held.usd, "held_tokens": held.tokens, "held_requests": held.requests,
    }  # fmt: skip
    _change(connection, number, name, values)
    return _workers(connection, number, now)


@dataclass(frozen=True, slots=True)
class Reserved:
    """An answer to `reserve`: what the worker holds now, `None` if it must wait; and all workers."""

    held: Spending | None
    workers: Workers


def reserve(
    connection: Connection,
    number: int,
    name: str,
    limits: BudgetLimits,
    spent: Spending,
    in_flight: Spending,
    call: Spending,
    *,
    calls: int = 1,
) -> Reserved:
    """Reserve one call or several from the budget of a run, after saying what was spent.

    `in_flight` is what the worker's open calls hold. Everything else that it held is given back.
    """
    wait_for_run(connection, number)
    now = clock(connection)
    workers = _workers(connection, number, now)
    others = [row for row in workers.rows if row.name != name]
    all_spent = Workers(now, others).spent + spent
    beside = [row for row in others if row.alive]
    held_by_others = sum((row.held for row in beside), Spending())
    if any(row.waits for row in beside):
        calls = 1
    got = allotment(limits, all_spent, held_by_others, in_flight, call, calls=calls, workers=1 + len(beside))
    holds = in_flight if got is None else got
    values = {
        "seen": now, "ended": None, "waits": int(got is None),
        "usd": spent.usd, "tokens": spent.tokens, "requests": spent.requests,
        "held_usd": holds.usd, "held_tokens": holds.tokens, "held_requests": holds.requests,
    }  # fmt: skip
    _change(connection, number, name, values)
    return Reserved(got, _workers(connection, number, now))


def take_rate(
    connection: Connection,
    number: int,
    endpoint: str,
    unit: Literal["requests", "tokens"],
    rate: float,
    amount: float,
) -> float:
    """Take this many requests or tokens from a bucket that fills by `rate` a second.

    Returns for how many seconds, from now, what was taken before still fills it up; 0 for a full bucket.
    Amounts below 0 are given back.
    """
    wait_for_run(connection, number)
    now, of = clock(connection), RUN_RATES.c
    here = (of.run == number, of.endpoint == endpoint, of.unit == unit)
    known = connection.execute(select(of.full_at).where(*here)).scalar()
    full = max(now, known or 0.0)
    later = {"full_at": max(now, full + amount / rate)}
    if known is None:
        key = {"run": number, "endpoint": endpoint, "unit": unit}
        connection.execute(insert(RUN_RATES), key | later)
    else:
        connection.execute(update(RUN_RATES).where(*here).values(later))
    return full - now


def _workers(connection: Connection, number: int, now: float) -> Workers:
    of = RUN_WORKERS.c
    rows = connection.execute(select(RUN_WORKERS).where(of.run == number).order_by(of.began, of.name))
    return Workers(now, [worker_from(row, now) for row in rows])


def _add(
    connection: Connection,
    number: int,
    name: str,
    now: float,
    spent: Spending,
    ended: float | None = None,
    *,
    joined: bool = False,
    lease: float = ALIVE_SECONDS,
) -> None:
    row = {
        "run": number, "name": name, "began": now, "seen": now, "ended": ended, "waits": 0, "news": "{}",
        "joined": int(joined), "lease": lease,
        "usd": spent.usd, "tokens": spent.tokens, "requests": spent.requests,
        "held_usd": 0.0, "held_tokens": 0, "held_requests": 0,
    }  # fmt: skip
    connection.execute(insert(RUN_WORKERS), row)


def _change(connection: Connection, number: int, name: str, values: Mapping[str, Any]) -> None:
    of = RUN_WORKERS.c
    query = update(RUN_WORKERS).where(of.run == number, of.name == name, of.ended.is_(None))
    if not connection.execute(query.values(values)).rowcount:
        raise LeaseLost(f"worker {name} was taken for dead, and its run has begun anew without it")
