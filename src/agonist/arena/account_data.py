"""What is kept about an account: to take away, and to delete."""

from __future__ import annotations

import secrets
import time
from asyncio import to_thread
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import select

from agonist.arena.accounts.authentication import Accounts
from agonist.arena.accounts.encrypted_keys import keys_of
from agonist.arena.tables.seats import seated
from agonist.core import UsageError
from agonist.store import Store
from agonist.store.platform.account_deletion import delete_account, deleted_name
from agonist.store.platform.accounts import sessions_of, tokens_of, user
from agonist.store.platform.agents import STATES, agents, versions
from agonist.store.platform.identities import identities_of
from agonist.store.platform.owner_notices import notices
from agonist.store.platform.schema import SEATS, SPENDING
from agonist.store.platform.seen_addresses import seen_at
from agonist.store.platform.spectator_chat import said_by
from agonist.store.runs.schema import MATCHES


def account_data(store: Store, number: int) -> dict[str, Any]:
    """All that is kept about an account, as plain values; times are ISO 8601, UTC.

    Secrets are left out: the password, keys, cookies and tokens, of which the site itself has only hashes or
    ciphers. Raises `UsageError` if there is no such account.
    """
    account = user(store, number)
    if account is None:
        raise UsageError(f"there is no account {number}")
    spent = select(SPENDING.c.day, SPENDING.c.dollars, SPENDING.c.matches).where(SPENDING.c.owner == number)
    sat = (
        select(SEATS.c.match, SEATS.c.seat, SEATS.c.joined, MATCHES.c.game, MATCHES.c.status)
        .join(MATCHES, MATCHES.c.id == SEATS.c.match)
        .where(SEATS.c.user == number)
        .order_by(SEATS.c.match, SEATS.c.seat)
    )
    return {
        "account": {**asdict(account), "created": _time(account.created)},
        "agents": [
            {
                "name": agent.name, "state": agent.state, "reason": agent.reason, "about": agent.about,
                "language": agent.language, "code": agent.code, "public": agent.public,
                "created": _time(agent.created),
                "versions": [
                    {"name": each.name, "player": each.player, "created": _time(each.created)}
                    for each in versions(store, agent.id)
                ],
            }
            for agent in agents(store, states=STATES, owner=number)
        ],
        "seats": [
            {
                "match": store.public_id(row.match), "seat": row.seat + 1, "game": row.game,
                "status": row.status, "joined": _time(row.joined),
            }
            for row in store.rows(sat)
        ],
        "keys": [{"name": key.label, "added": _time(key.created)} for key in keys_of(store, number)],
        "tokens": [
            {"name": token.label, "made": _time(token.created), "used": _time(token.used)}
            for token in tokens_of(store, number)
        ],
        "signs_in_by": [
            {"site": each.site, "as": each.subject, "since": _time(each.created)}
            for each in identities_of(store, number)
        ],
        "sessions": [
            {"browser": each.browser, "since": _time(each.created), "seen": _time(each.seen)}
            for each in sessions_of(store, number, time.time())
        ],
        "addresses": [{"seen": _time(at)} for at in seen_at(store, number)],
        "notices": [
            {"at": _time(each.at), "text": each.text, "page": each.about} for each in notices(store, number)
        ],
        "said": [
            {"at": _time(each.at), "match": store.public_id(each.match), "text": each.text}
            for each in said_by(store, number)
        ],
        "spending": [
            {"day": row.day, "dollars": row.dollars, "matches": row.matches} for row in store.rows(spent)
        ],
    }  # fmt: skip


async def delete_with_data(accounts: Accounts, number: int) -> None:
    """Delete an account with its keys, tokens, sessions, notices, spending, what it said as a spectator,
    and what describes its agents.

    Matches stay, since others have played them; the person's seats in them say `deleted 12` (the number of
    the account), and the name is free again. Names of agents stay taken: boards show them.

    Raises `UsageError` for the last admin, and for one that sits at a table at which a match goes on.
    """
    password = await accounts.passwords.hashed_again(secrets.token_urlsafe(32))
    renamed = partial(seated, name=deleted_name(number))
    await to_thread(delete_account, accounts.store, number, password, renamed)


def _time(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")
