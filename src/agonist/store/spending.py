"""What matches of ladders may cost, and did: each owner pays for their own agents, and for no others.

While a match is played, the most that it may cost is set aside of each owner's day. So a day's limit holds
however many processes play. An owner is a user's id; 0 is whoever started the site.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from agonist.store.locking import today, wait_for_turn
from agonist.store.platform_tables import ALLOWANCES, LINEUP, SPENDING, USERS
from agonist.store.tables import MODEL_CALLS

DOLLARS_A_MATCH: Final = 0.25
DOLLARS_A_DAY: Final = 5.0
"""For owners who have no limit of their own, and where the ladder's settings name none."""


def left_today(connection: Connection, owner: int, day: str, settings: Mapping[str, Any]) -> float:
    """Dollars of an owner's day that are neither spent nor set aside."""
    own = select(USERS.c.dollars_a_day).where(USERS.c.id == owner)
    limit = connection.execute(own).scalar() if owner else None
    if limit is None:
        limit = float(settings.get("dollars_a_day", DOLLARS_A_DAY))
    spent = select(SPENDING.c.dollars).where(SPENDING.c.owner == owner, SPENDING.c.day == day)
    of = ALLOWANCES.c
    held = select(func.coalesce(func.sum(of.dollars), 0.0)).where(of.owner == owner, of.day == day)
    return limit - (connection.execute(spent).scalar() or 0.0) - float(connection.execute(held).scalar_one())


def set_aside(
    connection: Connection, match: int, payers: Collection[int], day: str, settings: Mapping[str, Any]
) -> bool:
    """Set aside what a match may cost each of these owners; whether all of them have so much left today.

    What was set aside when the match was begun by another process stays.
    """
    wait_for_turn(connection, "spending")
    known = set(connection.execute(select(ALLOWANCES.c.owner).where(ALLOWANCES.c.match == match)).scalars())
    dollars = float(settings.get("dollars_a_match", DOLLARS_A_MATCH))
    new = sorted(set(payers) - known)
    if any(left_today(connection, owner, day, settings) < dollars for owner in new):
        return False
    if new:
        rows = [{"match": match, "owner": owner, "day": day, "dollars": dollars} for owner in new]
        connection.execute(insert(ALLOWANCES), rows)
    return True


def allowances(connection: Connection, match: int) -> dict[int, float]:
    """What is set aside for a match, by owner."""
    of = ALLOWANCES.c
    query = select(of.owner, of.dollars).where(of.match == match)
    return {row.owner: row.dollars for row in connection.execute(query)}


def costs(connection: Connection, match: int) -> dict[int, float]:
    """What a match has cost each owner whose agents sit in it; requests of unknown price count nothing."""
    of = LINEUP.c
    query = (
        select(of.owner, func.coalesce(func.sum(MODEL_CALLS.c.cost), 0.0))
        .join(MODEL_CALLS, (MODEL_CALLS.c.match == of.match) & (MODEL_CALLS.c.seat == of.seat), isouter=True)
        .where(of.match == match)
        .group_by(of.owner)
    )
    return {owner: float(dollars) for owner, dollars in connection.execute(query)}


def settle(connection: Connection, match: int, began: float) -> None:
    """Count what a match that is over has cost, and give back what is left of what was set aside."""
    wait_for_turn(connection, "spending")
    days = select(ALLOWANCES.c.owner, ALLOWANCES.c.day).where(ALLOWANCES.c.match == match)
    set_aside_on = {row.owner: row.day for row in connection.execute(days)}
    for owner, dollars in costs(connection, match).items():
        add_spending(connection, owner, set_aside_on.get(owner, today(began)), dollars)
    connection.execute(delete(ALLOWANCES).where(ALLOWANCES.c.match == match))


def add_spending(connection: Connection, owner: int, day: str, dollars: float, matches: int = 1) -> None:
    """Add to what an owner has spent on a day."""
    of = SPENDING.c
    change = (
        update(SPENDING)
        .where(of.owner == owner, of.day == day)
        .values(dollars=of.dollars + dollars, matches=of.matches + matches)
    )
    if not connection.execute(change).rowcount:
        row = {"owner": owner, "day": day, "dollars": dollars, "matches": matches}
        connection.execute(insert(SPENDING), row)
