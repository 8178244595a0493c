"""Matches of one player: bounded, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import orjson
from sqlalchemy import Select, select

from agonist.store.platform.schema import TRIALS
from agonist.store.platform.whole_match_query import match_of, match_rows
from agonist.store.runs.query_results import StoredMatch
from agonist.store.runs.schema import MATCHES
from agonist.store.runs.store import Store

UNFINISHED: Final = ("playing", "suspended", "broken", "void")


def matches_with(store: Store, ids: Sequence[int]) -> list[StoredMatch]:
    """Matches by their ids, newest first; damaged ones are left out. One query."""
    return _matches(store, match_rows().where(MATCHES.c.id.in_(ids)))


def unfinished(store: Store, player: str, *, limit: int = 200) -> list[StoredMatch]:
    """The newest unfinished matches of a player (playing, suspended or broken); no trials.

    One query.
    """
    name = orjson.dumps(player).decode()
    query = match_rows().where(
        MATCHES.c.status.in_(UNFINISHED),
        MATCHES.c.fixture.contains(name, autoescape=True),
        MATCHES.c.run.not_in(select(TRIALS.c.run)),
    )
    return [each for each in _matches(store, query.limit(limit)) if player in each.fixture.players]


def _matches(store: Store, query: Select[Any]) -> list[StoredMatch]:
    return list(filter(None, (match_of(row, store.name) for row in store.rows(query))))
