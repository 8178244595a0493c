"""The matches of ladders that can begin now, since their agents, their owners and the process have room.

A match that waits for agents elsewhere occupies a process only for moments. So matches of slow agents have
places of their own, by the class of their pace: slower ones never take the places of quicker ones.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, func, not_, select

from agonist.players.unique_names import address
from agonist.store.platform.ladders import OPEN
from agonist.store.platform.schema import AGENTS, ENTRANTS, LADDERS, LEASES, LINEUP, TABLES, VERSIONS
from agonist.store.runs.schema import MATCHES
from agonist.store.runs.serialization import unpack

REMOTE: Final = ("http", "model")
"""The kinds of agents that answer elsewhere, while this machine waits."""

CLASSES: Final = (0.25, 1.0, 4.0, 16.0, 64.0, 256.0)
"""The seconds that the slowest remote agent takes in a match of each class, at most; the last has no end."""

LOOKED_AT: Final = 500
"""How many waiting matches of agents that are free are considered, the longest waiting first."""


def class_of(seconds: float | None) -> int:
    """The class of a match, from 0. Agents of unknown pace may be quick, and do not queue behind the slow.

    >>> [class_of(seconds) for seconds in (None, 1.0, 3.0, 500.0)]
    [0, 1, 2, 6]
    """
    return bisect_left(CLASSES, seconds or 0.0)


@dataclass(frozen=True, slots=True)
class Room:
    """The places of a process. `working`: for matches of class 0; `waiting`: for each other class, `None` if
    all share the same places. `share`: how many matches one owner may hold. `held`: matches by class.
    """

    working: int
    waiting: int | None = None
    share: int | None = None
    held: Mapping[int, int] = field(default_factory=dict)

    def of(self, pace: int) -> int:
        """The number of free places for a class."""
        if self.waiting is None:
            return self.working - sum(self.held.values())
        return (self.waiting if pace else self.working) - self.held.get(pace, 0)

    def filled(self, pace: int, many: int = 1) -> Room:
        """The same after more matches of a class have begun."""
        return replace(self, held={**self.held, pace: self.held.get(pace, 0) + many})

    @property
    def full(self) -> list[int]:
        """The classes without a free place."""
        return [pace for pace in range(len(CLASSES) + 1) if self.of(pace) <= 0]

    @property
    def is_full(self) -> bool:
        """Whether no class has a free place."""
        return len(self.full) > len(CLASSES)


class AgentSeat(NamedTuple):
    """A seat of an agent in a match of a ladder."""

    agent: int
    owner: int
    player: str
    house: bool
    remote: bool

    @property
    def plays_as(self) -> int | str:
        """What plays one match at a time if it is behind HTTP: its address, which agents may share."""
        return address(self.player) or self.agent


class Waiting:
    """The matches that wait to be played, without those of people, and how busy agents and owners are."""

    def __init__(self, connection: Connection, now: float, room: Room, *, lock: bool = False) -> None:
        self._now, self.room = now, room
        self._agents, self._owners, self._playing = in_play(connection, now)
        self._rows = self._read(connection, lock)
        self._seats = seats_of(connection, [row.match for row in self._rows])

    def next(self) -> Any | None:
        """The match that can begin next, which is taken off; `None` if none can.

        Matches that have begun come first, since their players wait; then those of owners who hold the fewest
        matches; then those that have waited longest for how long they will take.
        """
        able = [row for row in self._rows if self._can_begin(row)]
        if not able:
            return None
        row = min(able, key=self._order)
        self._rows.remove(row)
        return row

    def seats(self, match: int) -> list[AgentSeat]:
        return self._seats.get(match, [])

    def begin(self, row: Any) -> None:
        """Count a match as in play."""
        seats = [seat for seat in self.seats(row.match) if not seat.house]
        self._agents.update({seat.plays_as for seat in seats})
        self._owners.update({seat.owner for seat in seats})
        self.room = self.room.filled(class_of(row.seconds))

    def _can_begin(self, row: Any) -> bool:
        if self.room.of(class_of(row.seconds)) <= 0:
            return False
        at_once, owners = _limits(row.settings)
        if self.room.share is not None:
            owners = min(owners, self.room.share)
        return all(
            self._agents[seat.plays_as] < (1 if address(seat.player) else at_once)
            and (not seat.owner or self._owners[seat.owner] < owners)
            for seat in self.seats(row.match)
            if not seat.house
        )

    def _order(self, row: Any) -> tuple[bool, int, float, int]:
        seats = [seat for seat in self.seats(row.match) if not seat.house]
        held = max((self._owners[seat.owner] for seat in seats if seat.owner), default=0)
        return not row.epoch, held, (row.planned - self._now) / max(row.seconds or 0.0, CLASSES[0]), row.match

    def _read(self, connection: Connection, lock: bool) -> list[Any]:
        of = LEASES.c
        seated = select(LINEUP.c.match).join(LEASES, of.match == LINEUP.c.match).where(of.ended.is_(None))
        slowest = (
            select(func.max(ENTRANTS.c.seconds))
            .where(LINEUP.c.match == of.match, ENTRANTS.c.ladder == of.ladder)
            .where(ENTRANTS.c.agent == LINEUP.c.agent, VERSIONS.c.id == LINEUP.c.version)
            .where(VERSIONS.c.kind.in_(REMOTE))
            .correlate(LEASES)
            .scalar_subquery()
        )
        query = (
            select(
                of.match, of.epoch, of.ladder, of.began, of.planned, LADDERS.c.settings,
                slowest.label("seconds"),
            )
            .select_from(LEASES)
            .join(MATCHES, MATCHES.c.id == of.match)
            .join(LADDERS, LADDERS.c.id == of.ladder)
            .where(of.ended.is_(None), of.until < self._now, MATCHES.c.status.in_(("planned", "playing")))
            .where((LADDERS.c.state == OPEN) | (of.epoch > 0))
            .where(of.match.not_in(select(TABLES.c.match)))
            .where(of.match.not_in(seated.where(LINEUP.c.agent.in_(self._full(connection)))))
            .order_by((of.epoch == 0), of.planned, of.match)
            .limit(LOOKED_AT)
        )  # fmt: skip
        if lock:
            query = query.with_for_update(of=LEASES, skip_locked=True)
        ends = (-1.0, *CLASSES, 1e300)
        for pace in self.room.full:
            query = query.where(not_(func.coalesce(slowest, 0.0).between(ends[pace] + 1e-9, ends[pace + 1])))
        return list(connection.execute(query).all())

    def _full(self, connection: Connection) -> list[int]:
        """The agents in play that no ladder gives another match now."""
        settings = connection.execute(select(LADDERS.c.settings)).scalars()
        most = max((_limits(of_ladder)[0] for of_ladder in settings), default=0)
        return sorted(
            seat.agent
            for seat in self._playing
            if self._agents[seat.plays_as] >= (1 if address(seat.player) else most)
        )


@lru_cache(maxsize=256)
def _limits(settings: str) -> tuple[int, int]:
    """How many matches a ladder gives an agent at once, and an owner."""
    known = unpack(settings)
    return int(known.get("at_once", 2)), int(known.get("owner_at_once", 8))


def could_begin(connection: Connection, now: float, room: Room) -> Room:
    """The room that is left when the waiting matches that can begin now have begun."""
    waiting = Waiting(connection, now, room)
    while (row := waiting.next()) is not None:
        waiting.begin(row)
    return waiting.room


def seats_of(connection: Connection, matches: Collection[int]) -> dict[int, list[AgentSeat]]:
    """The agents' seats in these matches."""
    of = LINEUP.c
    query = (
        select(of.match, of.agent, of.owner, VERSIONS.c.player, VERSIONS.c.kind, AGENTS.c.house)
        .join(VERSIONS, VERSIONS.c.id == of.version)
        .join(AGENTS, AGENTS.c.id == of.agent)
        .where(of.match.in_(matches))
    )
    found: dict[int, list[AgentSeat]] = {}
    for row in connection.execute(query):
        seat = AgentSeat(row.agent, row.owner, row.player, bool(row.house), row.kind in REMOTE)
        found.setdefault(row.match, []).append(seat)
    return found


def in_play(connection: Connection, now: float) -> tuple[Counter[int | str], Counter[int], set[AgentSeat]]:
    """The number of matches in play of each agent (`AgentSeat.plays_as`) and each owner, and their seats
    except those of house agents.
    """
    query = select(LEASES.c.match).where(LEASES.c.ended.is_(None), LEASES.c.until >= now)
    found = seats_of(connection, list(connection.execute(query).scalars()))
    seats = [{seat for seat in seats_of_match if not seat.house} for seats_of_match in found.values()]
    agents = Counter(who for seats_of_match in seats for who in {seat.plays_as for seat in seats_of_match})
    owners = Counter(owner for seats_of_match in seats for owner in {seat.owner for seat in seats_of_match})
    return agents, owners, {seat for seats_of_match in seats for seat in seats_of_match}
