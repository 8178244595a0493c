"""Spending on matches of ladders: each owner pays for their own agents.

While a match is played, the most that it may cost is reserved from each owner's daily limit. So the limit
holds however many processes play. An owner is a user's id; 0 is the operator.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from agonist.store.engines.locks_and_clock import today, wait_for_turn
from agonist.store.platform.schema import ALLOWANCES, LINEUP, SPENDING, USERS
from agonist.store.runs.schema import MODEL_CALLS

DOLLARS_A_MATCH: Final = 0.25
DOLLARS_A_DAY: Final = 5.0
"""The default daily limit in dollars, if neither the owner nor the ladder has one."""


def left_today(connection: Connection, owner: int, day: str, settings: Mapping[str, Any]) -> float:
    """Dollars of an owner's daily limit that are neither spent nor reserved."""
    of = ALLOWANCES.c
    held = select(func.coalesce(func.sum(of.dollars), 0.0)).where(of.owner == owner, of.day == day)
    return unspent_today(connection, owner, day, settings) - float(connection.execute(held).scalar_one())


def unspent_today(connection: Connection, owner: int, day: str, settings: Mapping[str, Any]) -> float:
    """Dollars of an owner's daily limit that are not spent, including those reserved for matches in play."""
    daily = select(USERS.c.dollars_a_day).where(USERS.c.id == owner)
    limit = connection.execute(daily).scalar() if owner else None
    if limit is None:
        limit = float(settings.get("dollars_a_day", DOLLARS_A_DAY))
    spent = select(SPENDING.c.dollars).where(SPENDING.c.owner == owner, SPENDING.c.day == day)
    return limit - (connection.execute(spent).scalar() or 0.0)


def set_aside(
    connection: Connection, match: int, payers: Collection[int], day: str, settings: Mapping[str, Any]
) -> set[int]:
    """Reserve what a match may cost each of these owners; returns those who have not enough left today.

    If there are any, nothing is reserved. A reservation by another process that began the match stays.
    """
    wait_for_turn(connection, "spending")
    known = set(connection.execute(select(ALLOWANCES.c.owner).where(ALLOWANCES.c.match == match)).scalars())
    dollars = float(settings.get("dollars_a_match", DOLLARS_A_MATCH))
    new = sorted(set(payers) - known)
    lacking = {owner for owner in new if left_today(connection, owner, day, settings) < dollars}
    if new and not lacking:
        rows = [{"match": match, "owner": owner, "day": day, "dollars": dollars} for owner in new]
        connection.execute(insert(ALLOWANCES), rows)
    return lacking


def reserve(
    connection: Connection, match: int, owners: Collection[int], day: str, dollars: float
) -> dict[int, float]:
    """Reserve dollars of these owners' daily limits for a match outside of ladders, or for all that are
    played with it.

    Half of what each has left is reserved, or `dollars` if that is more, but at most all that is left.
    Returns the amount by owner; 0 if nothing is left. Earlier reservations for the match are released.
    """
    wait_for_turn(connection, "spending")
    connection.execute(delete(ALLOWANCES).where(ALLOWANCES.c.match == match))
    found = {}
    for owner in sorted(owners):
        left = max(left_today(connection, owner, day, {}), 0.0)
        found[owner] = max(min(left, dollars), left / 2)
    rows = [
        {"match": match, "owner": owner, "day": day, "dollars": share}
        for owner, share in found.items()
        if share
    ]
    if rows:
        connection.execute(insert(ALLOWANCES), rows)
    return found


def charge(connection: Connection, match: int, spent: Mapping[int, float], day: str) -> None:
    """Charge owners what was spent, and release what was reserved for the match."""
    wait_for_turn(connection, "spending")
    for owner, dollars in sorted(spent.items()):
        if dollars > 0:
            add_spending(connection, owner, day, dollars, matches=0)
    connection.execute(delete(ALLOWANCES).where(ALLOWANCES.c.match == match))


def allowances(connection: Connection, match: int) -> dict[int, float]:
    """The reservations for a match, by owner."""
    of = ALLOWANCES.c
    query = select(of.owner, of.dollars).where(of.match == match)
    return {row.owner: row.dollars for row in connection.execute(query)}


def costs(connection: Connection, match: int) -> dict[int, float]:
    """The cost of a match to each owner of its agents; requests of unknown price count as 0."""
    of = LINEUP.c
    query = (
        select(of.owner, func.coalesce(func.sum(MODEL_CALLS.c.cost), 0.0))
        .join(MODEL_CALLS, (MODEL_CALLS.c.match == of.match) & (MODEL_CALLS.c.seat == of.seat), isouter=True)
        .where(of.match == match)
        .group_by(of.owner)
    )
    return {owner: float(dollars) for owner, dollars in connection.execute(query)}


def settle(connection: Connection, match: int, began: float) -> None:
    """Charge the cost of a finished match, and release the rest of its reservation."""
    wait_for_turn(connection, "spending")
    days = select(ALLOWANCES.c.owner, ALLOWANCES.c.day).where(ALLOWANCES.c.match == match)
    set_aside_on = {row.owner: row.day for row in connection.execute(days)}
    for owner, dollars in costs(connection, match).items():
        add_spending(connection, owner, set_aside_on.get(owner, today(began)), dollars)
    connection.execute(delete(ALLOWANCES).where(ALLOWANCES.c.match == match))


def add_spending(connection: Connection, owner: int, day: str, dollars: float, matches: int = 1) -> None:
    """Add to an owner's spending of a day."""
    of = SPENDING.c
    change = (
        update(SPENDING)
        .where(of.owner == owner, of.day == day)
        .values(dollars=of.dollars + dollars, matches=of.matches + matches)
    )
    if not connection.execute(change).rowcount:
        row = {"owner": owner, "day": day, "dollars": dollars, "matches": matches}
        connection.execute(insert(SPENDING), row)
