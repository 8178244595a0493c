"""Pages of matches for people who look around: bounded, newest first, by any filter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import orjson
from sqlalchemy import ColumnElement, Connection, func, or_, select

from agonist.core import AgonistError
from agonist.store.damage import of_match
from agonist.store.rows import match_from
from agonist.store.tables import MATCHES, MODEL_CALLS, RUNS, STEPS
from agonist.store.values import StoredMatch

if TYPE_CHECKING:
    from agonist.store.store import Store

MOST: Final = 200
"""Matches on one page."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches; an empty field leaves its choice open.

    `player` is any part of a player's name. `said` is any part of what was said or moved, in finished matches
    only: others are not for everybody's eyes yet. `statuses`: by default all but those that are only planned.
    """

    game: str = ""
    player: str = ""
    said: str = ""
    run: str = ""
    statuses: tuple[str, ...] = ()
    before: int | None = None
    """Only matches with a smaller id."""
    limit: int = 50


@dataclass(frozen=True, slots=True)
class Listed:
    """A match and how many steps it has."""

    match: StoredMatch
    steps: int


def browse(store: Store, wanted: Wanted) -> tuple[list[Listed], int | None]:
    """A page of matches of all runs, newest first, and the `before` of the next page (`None` after the last).

    Two queries. Damaged matches are passed over.
    """
    return store.read(lambda connection: _page(connection, wanted, store.name))


def counts(store: Store) -> dict[tuple[str, str], int]:
    """How many matches there are, by game and status. One query."""
    of = MATCHES.c
    query = select(of.game, of.status, func.count()).group_by(of.game, of.status)
    rows = store.read(lambda connection: connection.execute(query).all())
    return {(game, status): count for game, status, count in rows}


def progress(store: Store, match: int) -> tuple[str, int]:
    """The status of a match and how many steps it has; `("", 0)` if there is none. One query."""
    steps = select(func.count()).where(STEPS.c.match == match).scalar_subquery()
    query = select(MATCHES.c.status, steps).where(MATCHES.c.id == match)
    row = store.read(lambda connection: connection.execute(query).one_or_none())
    return ("", 0) if row is None else (row[0], int(row[1]))


def _page(connection: Connection, wanted: Wanted, where: str) -> tuple[list[Listed], int | None]:
    limit = max(1, min(wanted.limit, MOST))
    columns = [column for column in MATCHES.c if column.name not in ("run", "key", "game")]
    query = select(*columns, RUNS.c.id.label("run")).join(RUNS, RUNS.c.number == MATCHES.c.run)
    query = query.where(*_conditions(wanted)).order_by(MATCHES.c.id.desc()).limit(limit + 1)
    rows = connection.execute(query).all()
    more = rows[limit - 1].id if len(rows) > limit else None
    found = list(filter(None, (_match(row, where) for row in rows[:limit])))
    if wanted.player:
        sought = wanted.player.casefold()
        found = [each for each in found if any(sought in name.casefold() for name in each.fixture.players)]
    steps = _steps(connection, [match.id for match in found])
    return [Listed(match, steps.get(match.id, 0)) for match in found], more


def _match(row: Any, where: str) -> StoredMatch | None:
    try:
        with of_match(row.id, where):
            return match_from(row)
    except AgonistError:
        return None


def _steps(connection: Connection, ids: Sequence[int]) -> dict[int, int]:
    query = select(STEPS.c.match, func.count()).where(STEPS.c.match.in_(ids)).group_by(STEPS.c.match)
    return {row[0]: row[1] for row in connection.execute(query)}


def _conditions(wanted: Wanted) -> list[ColumnElement[bool]]:
    of = MATCHES.c
    found: list[ColumnElement[bool]] = []
    if wanted.before is not None:
        found.append(of.id < wanted.before)
    if wanted.game:
        found.append(of.game == wanted.game)
    if wanted.run:
        found.append(RUNS.c.id == wanted.run)
    statuses = ("finished",) if wanted.said else wanted.statuses
    found.append(of.status.in_(statuses) if statuses else of.status != "planned")
    if wanted.player:
        found.append(of.fixture.icontains(_in_json(wanted.player), autoescape=True))
    if wanted.said:
        text = _in_json(wanted.said)
        spoken = select(1).where(
            MODEL_CALLS.c.match == of.id, MODEL_CALLS.c.words.icontains(text, autoescape=True)
        )
        moved = select(1).where(STEPS.c.match == of.id, STEPS.c.moves.icontains(text, autoescape=True))
        found.append(or_(spoken.exists(), moved.exists()))
    return found


def _in_json(text: str) -> str:
    """A text as it stands within a JSON string."""
    return orjson.dumps(text.encode("utf-8", "replace").decode()).decode()[1:-1]
