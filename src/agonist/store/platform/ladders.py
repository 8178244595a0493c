"""Ladders: runs without an end, and the agents that play in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from agonist.core import UsageError, nearest
from agonist.match import Fixture
from agonist.store.engines.locks_and_clock import clock
from agonist.store.platform.owner_notices import add_notice
from agonist.store.platform.schema import AGENTS, ENTRANTS, LADDERS, LEASES, LINEUP
from agonist.store.runs import insertion
from agonist.store.runs.schema import MATCHES, RUNS
from agonist.store.runs.serialization import pack, unpack
from agonist.store.runs.store import Store

OPEN: Final = "open"

STATES: Final = (OPEN, "paused", "closed")
"""Only an open ladder begins new matches; agents can join one that is not closed."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """A game that agents play while the ladder is open."""

    id: int
    name: str
    target: str
    """A game with options, such as `connect_four?rows=5`."""
    run: str
    """The id of the run that holds its matches."""
    state: str
    """One of `STATES`."""
    settings: Mapping[str, Any]
    created: float
    """Seconds since 1970."""

    @property
    def open(self) -> bool:
        """Whether new matches are begun."""
        return self.state == OPEN


class Sitting(NamedTuple):
    """An agent on one seat: its version, and the owner who pays (0: the operator)."""

    agent: int
    version: int
    owner: int


class Counted(NamedTuple):
    """The numbers of a ladder: agents, and matches in play, waiting and finished.

    A match that waits for a person's answer is being played.
    """

    agents: int = 0
    playing: int = 0
    waiting: int = 0
    finished: int = 0


def add_ladder(
    store: Store, name: str, target: str, plan: Mapping[str, Any], settings: Mapping[str, Any]
) -> Ladder:
    """Open a ladder and its run. Raises `UsageError` if the name is taken."""

    def change(connection: Connection) -> int:
        number, _ = insertion.insert_run(connection, {**plan, "ladder": name})
        row = {
            "name": name,
            "target": target,
            "run": number,
            "settings": pack(dict(settings)),
            "created": clock(connection),
        }
        try:
            with connection.begin_nested():
                return int(connection.execute(insert(LADDERS).returning(LADDERS.c.id), row).scalar_one())
        except IntegrityError:
            raise _taken(name) from None

    return ladder(store, store.change(change))


def ladders(store: Store, *, only_open: bool = False) -> list[Ladder]:
    """All ladders, oldest first."""
    query = _query().order_by(LADDERS.c.id)
    if only_open:
        query = query.where(LADDERS.c.state == OPEN)
    return [_ladder(row) for row in store.rows(query)]


def ladder(store: Store, which: int | str) -> Ladder:
    """The ladder of this id or name. Raises `UsageError` if there is none."""
    column = LADDERS.c.id if isinstance(which, int) else LADDERS.c.name
    row = store.row(_query().where(column == which))
    if row is None:
        raise UsageError(nearest("ladder", str(which), [each.name for each in ladders(store)]))
    return _ladder(row)


def ladder_of(store: Store, match: int) -> Ladder | None:
    """The ladder of a match; `None` if it has none."""
    query = _query().join(LEASES, LEASES.c.ladder == LADDERS.c.id).where(LEASES.c.match == match)
    row = store.row(query)
    return None if row is None else _ladder(row)


def set_state(store: Store, number: int, state: str) -> None:
    """Open, pause or close a ladder; matches that have begun are played to their end all the same."""
    if state not in STATES:
        raise UsageError(nearest("state of a ladder", state, STATES))

    def change(connection: Connection) -> None:
        of = LADDERS.c
        known = connection.execute(select(of.name, of.state).where(of.id == number)).one()
        if known.state == state:
            return
        connection.execute(update(LADDERS).where(of.id == number).values(state=state))
        owners = select(AGENTS.c.owner).distinct().join(ENTRANTS, ENTRANTS.c.agent == AGENTS.c.id)
        owners = owners.where(ENTRANTS.c.ladder == number, AGENTS.c.owner.is_not(None))
        what = {"open": "goes on", "paused": "is paused", "closed": "is closed"}[state]
        for owner in connection.execute(owners).scalars().all():
            why = f"The ladder {known.name}, on which your agents play, {what}."
            add_notice(connection, owner, why, f"/ladders/{number}")

    store.change(change)


def change_ladder(store: Store, number: int, name: str, settings: Mapping[str, Any]) -> None:
    """Give a ladder a name and settings; they hold for all matches that are planned from now on.

    Raises `UsageError` if another ladder has this name.
    """

    def change(connection: Connection) -> None:
        other = select(LADDERS.c.id).where(LADDERS.c.name == name, LADDERS.c.id != number)
        if connection.execute(other).first() is not None:
            raise _taken(name)
        row = {"name": name, "settings": pack(dict(settings))}
        connection.execute(update(LADDERS).where(LADDERS.c.id == number).values(row))

    store.change(change)


def enter(store: Store, number: int, agent: int) -> None:
    """Enter an agent in a ladder; without effect if it is in it already."""

    def change(connection: Connection) -> None:
        known = select(ENTRANTS.c.agent).where(ENTRANTS.c.ladder == number, ENTRANTS.c.agent == agent)
        if connection.execute(known).one_or_none() is None:
            row = {"ladder": number, "agent": agent, "joined": clock(connection)}
            connection.execute(insert(ENTRANTS), row)

    store.change(change)


def withdraw(store: Store, number: int, agent: int) -> None:
    """Withdraw an agent from a ladder; its finished matches stay."""
    query = delete(ENTRANTS).where(ENTRANTS.c.ladder == number, ENTRANTS.c.agent == agent)
    store.change(lambda connection: connection.execute(query))


def entrants(store: Store) -> dict[int, list[int]]:
    """The agents on each ladder, by the ladder's id, in the order in which they joined."""
    query = select(ENTRANTS.c.ladder, ENTRANTS.c.agent).order_by(ENTRANTS.c.joined, ENTRANTS.c.agent)
    found: dict[int, list[int]] = {}
    for number, agent in store.rows(query):
        found.setdefault(number, []).append(agent)
    return found


def counted(store: Store) -> dict[int, Counted]:
    """The numbers of each ladder, by its id. Two queries."""
    joined = select(ENTRANTS.c.ladder, func.count()).group_by(ENTRANTS.c.ladder)
    of = LEASES.c
    matches = (
        select(of.ladder, MATCHES.c.status, func.count())
        .join(MATCHES, MATCHES.c.id == of.match)
        .group_by(of.ladder, MATCHES.c.status)
    )

    def read(connection: Connection) -> dict[int, Counted]:
        found = {number: Counted(agents=count) for number, count in connection.execute(joined)}
        names = {
            "playing": "playing", "suspended": "playing", "planned": "waiting", "finished": "finished"
        }  # fmt: skip
        for number, status, count in connection.execute(matches):
            if status in names:
                counts = found.get(number, Counted())
                name = names[status]
                found[number] = counts._replace(**{name: getattr(counts, name) + count})
        return found

    return store.read(read)


def plan_matches(
    connection: Connection, ladder: Ladder, matches: Sequence[tuple[Fixture, Sequence[Sitting | None]]]
) -> list[int]:
    """Plan matches of a ladder, with the agent on each seat, `None` on that of a person; their ids."""
    run = connection.execute(select(RUNS.c.number).where(RUNS.c.id == ladder.run)).scalar_one()
    last = connection.execute(select(func.max(MATCHES.c.nth)).where(MATCHES.c.run == run)).scalar()
    insertion.insert_matches(connection, run, [fixture for fixture, _ in matches])
    new = select(MATCHES.c.id).where(MATCHES.c.run == run, MATCHES.c.nth > (-1 if last is None else last))
    ids = list(connection.execute(new.order_by(MATCHES.c.nth)).scalars())
    now = clock(connection)
    leases = [
        {"match": match, "ladder": ladder.id, "epoch": 0, "until": 0.0, "planned": now} for match in ids
    ]
    lineup = [
        {"match": match, "seat": seat, **sitting._asdict()}
        for match, (_, seats) in zip(ids, matches, strict=True)
        for seat, sitting in enumerate(seats)
        if sitting is not None
    ]
    if ids:
        connection.execute(insert(LEASES), leases)
    if lineup:
        connection.execute(insert(LINEUP), lineup)
    return ids


def _query() -> Any:
    of = LADDERS.c
    columns = (of.id, of.name, of.target, of.state, of.settings, of.created, RUNS.c.id.label("run"))
    return select(*columns).join(RUNS, RUNS.c.number == of.run)


def _ladder(row: Any) -> Ladder:
    settings = unpack(row.settings)
    return Ladder(row.id, row.name, row.target, row.run, row.state, settings, row.created)


def _taken(name: str) -> UsageError:
    return UsageError(f"there is already a ladder {name!r}: choose another name")
