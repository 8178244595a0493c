"""How much of everything a site's database holds, for those who watch it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import func, select

from agonist.store.platform.schema import AGENTS, LEASES, SESSIONS, USERS
from agonist.store.runs.schema import MATCHES, RUN_WORKERS
from agonist.store.runs.store import Store


class Count(NamedTuple):
    """One number, or one for each value of a label."""

    about: str
    label: str
    values: Mapping[str, int]


def site_counts(store: Store) -> dict[str, Count]:
    """The counts by name."""
    now, workers = time.time(), RUN_WORKERS.c
    matches = select(MATCHES.c.status, func.count()).group_by(MATCHES.c.status)
    agents = select(AGENTS.c.state, func.count()).group_by(AGENTS.c.state)
    playing = select(func.count(LEASES.c.holder.distinct())).where(LEASES.c.until > now)
    of_runs = select(func.count()).where(workers.ended.is_(None), workers.seen + workers.lease > now)
    accounts = select(func.count()).select_from(USERS)
    signed_in = select(func.count()).where(SESSIONS.c.ends > now)
    return {
        "matches": Count("Matches by status.", "status", dict(map(tuple, store.rows(matches)))),
        "agents": Count("Agents by state.", "state", dict(map(tuple, store.rows(agents)))),
        "accounts": Count("Accounts.", "", {"": int(store.value(accounts))}),
        "sessions": Count("Browsers that are signed in.", "", {"": int(store.value(signed_in))}),
        "workers": Count(
            "Processes that play, by what.",
            "what",
            {"ladders": int(store.value(playing)), "runs": int(store.value(of_runs))},
        ),
    }
