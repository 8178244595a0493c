"""Deleting accounts: what is theirs goes, and what others have a part in stays without their name."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, delete, select, update

from agonist.core import UsageError
from agonist.store.platform.accounts import ADMIN, check_admin_left, wait_for_admins
from agonist.store.platform.human_tables import OPEN, Renamed, rename
from agonist.store.platform.recount_number import note_recount
from agonist.store.platform.schema import (
    ADDRESSES,
    AGENTS,
    IDENTITIES,
    KEYS,
    NAMES,
    NOTICES,
    SEATS,
    SESSIONS,
    SPENDING,
    TOKENS,
    USERS,
    VERSIONS,
)
from agonist.store.platform.spectator_chat import forget_lines_of
from agonist.store.runs.schema import MATCHES
from agonist.store.runs.store import Store

REASON: Final = "The account was deleted."


def deleted_name(number: int) -> str:
    """The name that a deleted account and its seats have; its space is in no account's name."""
    return f"deleted {number}"


def delete_account(store: Store, number: int, password: str, renamed: Renamed) -> None:
    """Delete an account, all at once; `password`, a hash of what nobody knows, lets nobody sign in.

    Raises `UsageError` for one that has a seat in a match that goes on, and for the last admin.
    """

    def write(connection: Connection) -> None:
        wait_for_admins(connection)
        seats = connection.execute(
            select(SEATS.c.match, SEATS.c.seat, MATCHES.c.status)
            .join(MATCHES, MATCHES.c.id == SEATS.c.match)
            .where(SEATS.c.user == number)
        ).all()
        if playing := [store.public_id(row.match) for row in seats if row.status in OPEN]:
            raise UsageError(
                f"it has a seat in {', '.join(playing)}: finish or resign such matches before you delete it"
            )
        row = {
            "name": deleted_name(number), "folded": deleted_name(number), "password": password,
            "role": "member", "blocked": REASON, "dollars_a_day": None, "email": "",
        }  # fmt: skip
        was = connection.execute(select(USERS.c.role).where(USERS.c.id == number)).scalar_one()
        connection.execute(update(USERS).where(USERS.c.id == number).values(row))
        if was == ADMIN:
            check_admin_left(connection)
        agents = select(AGENTS.c.id).where(AGENTS.c.owner == number)
        connection.execute(update(VERSIONS).where(VERSIONS.c.agent.in_(agents)).values(key=None))
        words = {"about": "", "language": "", "code": "", "public": 0, "reason": "", "state": "deleted"}
        connection.execute(update(AGENTS).where(AGENTS.c.owner == number).values(words))
        for table in (SESSIONS, TOKENS, NAMES, IDENTITIES, ADDRESSES):
            connection.execute(delete(table).where(table.c.user == number))
        for table in (KEYS, NOTICES, SPENDING):
            connection.execute(delete(table).where(table.c.owner == number))
        forget_lines_of(connection, number)
        for match, seat, _ in seats:
            rename(connection, match, seat, renamed)
        if seats:
            note_recount(connection)

    store.change(write)
