"""Pages of matches for browsing: bounded, newest first, with filters."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

import orjson
from sqlalchemy import ColumnElement, Connection, Select, func, or_, select, union_all

from agonist.store.platform.message_search import in_json
from agonist.store.platform.trials import tests_of_others
from agonist.store.platform.whole_match_query import match_of, match_rows
from agonist.store.runs.query_results import StoredMatch
from agonist.store.runs.schema import MATCHES, MODEL_CALLS, PROMPTS, RUNS, SENT, STEPS
from agonist.store.runs.store import Store

MOST_MATCHES: Final = 200
"""Matches on one page."""

COUNTED: Final = 10_000
"""The most matches that are counted."""

SEARCHED: Final = (250, 250, 500, 1000)
"""The most matches that one search reads, in pieces, until it has found enough or `PATIENCE` is over."""

LOOKED_AT: Final = 5_000
"""Matches in each piece of a search."""

PATIENCE: Final = 0.08
"""Seconds after which a search starts no further piece."""

STATUSES: Final = ("playing", "finished", "suspended", "broken", "void")
"""The statuses of matches that have begun."""


Sealed: TypeAlias = Callable[[Sequence[int]], Collection[int]]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter of matches; empty fields match everything.

    `player` is any part of a player's name, `agent` the whole name. `said` is any part of a move or, with
    `messages`, of what was sent to models and answered; searched only in finished matches that are not
    sealed. `statuses`: by default all but `planned`.
    """

    game: str = ""
    player: str = ""
    said: str = ""
    run: str = ""
    statuses: tuple[str, ...] = ()
    before: int | None = None
    """Only matches with a smaller id."""
    limit: int = 50
    agent: str = ""
    messages: bool = False
    not_because: str = ""
    """Leaves out matches whose stored reason ends so."""
    only_own_tests: bool = False
    """Leaves out test matches of agents that are not `viewer`'s."""
    viewer: int | None = None

    @property
    def searches(self) -> bool:
        """Whether the filter needs to read the content of matches."""
        return bool(self.player or self.agent or self.said)


@dataclass(frozen=True, slots=True)
class Listed:
    """A match and the number of its steps; `None` if that may not be told."""

    match: StoredMatch
    steps: int | None


def browse(store: Store, wanted: Wanted, *, sealed: Sealed | None = None) -> tuple[list[Listed], int | None]:
    """A page of matches of all runs, newest first, and the `before` of the next page (`None` after the last).

    `sealed` says which of some matches no search may read; it is needed for `said`. A search stops after a
    bounded number of matches: the page may then hold few or none, and a next page continues it. At most ten
    queries. Damaged matches are left out.
    """
    return store.read(lambda connection: _page(connection, wanted, store.name, sealed))


def count_of(store: Store, wanted: Wanted) -> int:
    """How many matches fit the filter, counted up to `COUNTED` + 1, without conditions that need a search."""
    ids = _newest(replace(wanted, before=None), COUNTED + 1).subquery()
    query = select(func.count()).select_from(ids)
    return int(store.value(query))


def counts(store: Store) -> dict[tuple[str, str], int]:
    """How many matches there are, by game and status. One query."""
    of = MATCHES.c
    query = select(of.game, of.status, func.count()).group_by(of.game, of.status)
    return {(game, status): count for game, status, count in store.rows(query)}


def progress(store: Store, match: int) -> tuple[str, int]:
    """The status of a match and how many steps it has; `("", 0)` if there is none. One query."""
    steps = select(func.count()).where(STEPS.c.match == match).scalar_subquery()
    query = select(MATCHES.c.status, steps).where(MATCHES.c.id == match)
    row = store.row(query)
    return ("", 0) if row is None else (row[0], int(row[1]))


def _page(
    connection: Connection, wanted: Wanted, where: str, sealed: Sealed | None
) -> tuple[list[Listed], int | None]:
    limit = max(1, min(wanted.limit, MOST_MATCHES))
    if wanted.searches:
        found, more = _searched(connection, wanted, limit, where, sealed)
    else:
        ids = _newest(wanted, limit + 1).subquery()
        rows = connection.execute(match_rows().where(MATCHES.c.id.in_(select(ids.c.id)))).all()
        more = rows[limit - 1].id if len(rows) > limit else None
        found = list(filter(None, (match_of(row, where) for row in rows[:limit])))
    steps = _steps(connection, [match.id for match in found])
    return [Listed(match, steps.get(match.id, 0)) for match in found], more


def _searched(
    connection: Connection, wanted: Wanted, limit: int, where: str, sealed: Sealed | None
) -> tuple[list[StoredMatch], int | None]:
    """Search the newest matches, piece by piece."""
    began, before = time.monotonic(), wanted.before
    found: list[StoredMatch] = []
    for size in SEARCHED:
        piece = size if wanted.said else LOOKED_AT
        ids = _newest(replace(wanted, before=before), piece).subquery()
        size_of, last = connection.execute(select(func.count(), func.min(ids.c.id))).one()
        if not size_of:
            return found, None
        query = match_rows().where(MATCHES.c.id.in_(select(ids.c.id)), *_conditions(wanted))
        if wanted.said:
            assert sealed is not None
            secret = sealed(connection.execute(select(ids.c.id)).scalars().all())
            query = query.where(MATCHES.c.id.not_in(secret))
        # How many rows the query finds must not be seen: it also finds the text in specifications and seeds.
        for row in connection.execute(query):
            match = match_of(row, where) if _is_in(wanted, row.fixture) else None
            if match is not None and len(found) == limit:
                return found, found[-1].id
            found += [] if match is None else [match]
        if size_of < piece:
            return found, None
        before = int(last)
        if time.monotonic() - began > PATIENCE:
            break
    return found, before


def _is_in(wanted: Wanted, fixture: str) -> bool:
    """Whether the players match the filter: the query itself matches text anywhere in the fixture."""
    if not (wanted.agent or wanted.player):
        return True
    try:
        names = list(map(str, orjson.loads(fixture)["players"]))
    except (ValueError, TypeError, KeyError):
        return False
    if wanted.agent and wanted.agent not in names:
        return False
    return any(wanted.player.casefold() in name.casefold() for name in names)


def _newest(wanted: Wanted, limit: int) -> Select[Any]:
    """The ids of the newest matches of these games, runs and statuses, by an index for each status."""
    of = MATCHES.c
    statuses = ("finished",) if wanted.said else wanted.statuses or STATUSES
    parts = []
    for status in statuses:
        query = select(of.id).where(of.status == status)
        if wanted.before is not None:
            query = query.where(of.id < wanted.before)
        if wanted.not_because:
            query = query.where(of.error.not_like(f"%{wanted.not_because}"))
        if wanted.only_own_tests:
            query = query.where(of.run.not_in(tests_of_others(wanted.viewer)))
        if wanted.game:
            query = query.where(of.game == wanted.game)
        if wanted.run:
            query = query.where(
                of.run == select(RUNS.c.number).where(RUNS.c.id == wanted.run).scalar_subquery()
            )
        newest = query.order_by(of.id.desc()).limit(limit).subquery()
        parts.append(select(newest.c.id))
    every = union_all(*parts).subquery()
    return select(every.c.id).order_by(every.c.id.desc()).limit(limit)


def _steps(connection: Connection, ids: Sequence[int]) -> dict[int, int]:
    if not ids:
        return {}
    query = select(STEPS.c.match, func.count()).where(STEPS.c.match.in_(ids)).group_by(STEPS.c.match)
    return {row[0]: row[1] for row in connection.execute(query)}


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    of = MATCHES.c
    found: list[ColumnElement[bool]] = []
    if wanted.agent:
        found.append(of.fixture.contains(in_json(wanted.agent), autoescape=True))
    if wanted.player:
        found.append(of.fixture.icontains(in_json(wanted.player), autoescape=True))
    if wanted.said:
        text = in_json(wanted.said)
        moved = select(1).where(STEPS.c.match == of.id, STEPS.c.moves.icontains(text, autoescape=True))
        spoken = select(1).where(
            MODEL_CALLS.c.match == of.id, MODEL_CALLS.c.words.icontains(text, autoescape=True)
        )
        sent = select(1).where(SENT.c.match == of.id, SENT.c.messages.icontains(text, autoescape=True))
        repeated = select(1).where(
            *(SENT.c.match == of.id, PROMPTS.c.run == of.run),
            PROMPTS.c.text.icontains(text, autoescape=True),
            SENT.c.messages.contains(PROMPTS.c.digest),
        )
        said = or_(moved.exists(), spoken.exists(), sent.exists(), repeated.exists())
        found.append(said if wanted.messages else moved.exists())
    return found
