"""All finished matches in a small space, and what is counted of them; new ones are read as they end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import Any, Final, cast

from agonist.core import UsageError
from agonist.metrics.results import can_be_rated, is_contest, result_of, sides_of
from agonist.players.names import told_apart
from agonist.players.spec import parse_player
from agonist.store import Store, StoredMatch
from agonist.store.ended import EndedRow, Taken, ended_since, taken

OVERLAP: Final = 120.0
"""Seconds by which what is read overlaps: clocks of several machines are never quite alike."""

KINDS: Final = ("model", "agent", "bot", "person")
"""What players are: a model, code of somebody's own or behind HTTP, one that is built in, a human being."""


class Ended:
    """A finished match with the fields that ratings read: a `StoredMatch` in a fifth of its space."""

    __slots__ = (
        "block", "ended", "fallback", "forfeits", "game", "id", "options", "part", "players", "ranks",
        "run", "scores", "seed", "specs", "teams", "trial", "version",
    )  # fmt: skip
    status = "finished"

    def __init__(self, row: EndedRow, same: dict[Any, Any]) -> None:
        fixture = row.fixture

        def kept(value: Any) -> Any:
            """One of all equal values."""
            return same.setdefault(value, value)

        self.id, self.game, self.ended = row.id, kept(row.game), row.ended
        self.run, self.trial = kept(row.run), row.trial
        self.players: tuple[str, ...] = kept(tuple(map(kept, fixture["players"])))
        self.specs: dict[str, str] = _shared(fixture.get("specs") or {}, same)
        self.options: dict[str, Any] = _shared(fixture["options"], same)
        self.version, self.part = fixture["version"], kept(fixture.get("part") or row.game)
        self.seed, self.block = kept(fixture["seed"]), kept(fixture.get("block") or "")
        self.scores, self.ranks, self.teams = kept(row.scores), kept(row.ranks), kept(row.teams)
        self.forfeits, self.fallback = kept(row.forfeits), kept(row.fallback)

    @property
    def fixture(self) -> Ended:
        return self

    def spec(self, player: str) -> str:
        """The specification of a player of this match."""
        return self.specs.get(player, player)

    @property
    def contest(self) -> bool:
        """Whether there was anybody to win against: at Hanabi all win and lose together."""
        return is_contest(self.as_match())

    def as_match(self) -> StoredMatch:
        """Itself, for functions that read no other fields."""
        return cast(StoredMatch, self)


def _shared(options: dict[str, Any], same: dict[Any, Any]) -> dict[str, Any]:
    found: dict[str, Any] = same.setdefault(repr(sorted(options.items())), options)
    return found


@dataclass
class Count:
    """What is counted of one player in one game. `cost` is in dollars, `None` where a price is not known."""

    seats: int = 0
    forfeits: int = 0
    helped: int = 0
    requests: int = 0
    invalid: int = 0
    cost: float | None = 0.0
    roles: dict[str, list[float]] = field(default_factory=dict)
    """By role, points (a draw counts half) and seats."""

    def add(self, other: Count) -> None:
        """Count another game's too."""
        for name in ("seats", "forfeits", "helped", "requests", "invalid"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        for role, (points, seats) in other.roles.items():
            before = self.roles.setdefault(role, [0.0, 0.0])
            before[0] += points
            before[1] += seats


ROLES: Final = {
    "undercover": ("undercover", "civilian"),
    "chameleon": ("chameleon", "other"),
}
"""Of games in which a smaller side plays against a larger one, what both are called. Who is Spy counts wins
by its own rule (see `agonist.arena.indicators`).
"""


class Ledger:
    """Every finished match of a database that can be rated, and counts by game and player."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._same: dict[Any, Any] = {}
        self._known: set[int] = set()
        self._last: float | None = None
        self.matches: dict[str, list[Ended]] = {}
        """By game, in the order in which they were read."""
        self.counts: defaultdict[tuple[str, str, str], Count] = defaultdict(Count)
        """By game, player's name and specification."""
        self.by_player: defaultdict[str, list[Ended]] = defaultdict(list)
        """By any name that somebody had in a match, in the order in which they were read."""
        self.total = 0

    def read(self) -> int:
        """Take in what has ended since the last time; how many matches are new."""
        since = None if self._last is None else self._last - OVERLAP
        read = [
            Ended(row, self._same) for row in ended_since(self._store, since) if row.id not in self._known
        ]
        fresh = [m for m in read if can_be_rated(m.as_match()) and all(map(isfinite, m.scores))]
        counted = {match.id: match for match in fresh if not match.trial}
        used = taken(self._store, list(counted))
        # Nothing is noted before all is read, so that a database which fails in between can be read again.
        self._known.update(match.id for match in read)
        self._last = max([self._last or 0.0, *(match.ended for match in read)])
        self._count(counted, used)
        for match in fresh:
            self.matches.setdefault(match.game, []).append(match)
            for player in () if match.trial else dict.fromkeys(match.players):
                self.by_player[player].append(match)
        self.total += len(fresh)
        return len(fresh)

    def names(self) -> dict[tuple[str, str], str]:
        """What to call each player: different players of one name are told apart."""
        tables = {(m.players, id(m.specs)): m for matches in self.matches.values() for m in matches}
        return told_apart(
            {(player, match.spec(player)): None for match in tables.values() for player in match.players}
        )

    def _count(self, matches: Mapping[int, Ended], used: Iterable[Taken]) -> None:
        for match in matches.values():
            roles = roles_of(match)
            points = points_of(match) if roles else ()
            for seat, player in enumerate(match.players):
                own = self.counts[match.game, player, match.spec(player)]
                own.seats += 1
                own.forfeits += seat in match.forfeits
                own.helped += seat in match.fallback and seat not in match.forfeits
                if roles:
                    role = own.roles.setdefault(roles[seat], [0.0, 0.0])
                    role[0] += points[seat]
                    role[1] += 1
        for each in used:
            match = matches[each.match]
            if each.seat < len(match.players):
                player = match.players[each.seat]
                own = self.counts[match.game, player, match.spec(player)]
                own.requests += each.requests
                own.invalid += each.invalid
                own.cost = None if own.cost is None or each.cost is None else own.cost + each.cost


def roles_of(match: Ended) -> tuple[str, ...]:
    """The role of each seat; empty where all are alike or on one side.

    Where a smaller side plays against a larger one, which of them a seat is on; at a table of two, who moves
    first.
    """
    if not match.contest:
        return ()
    if match.game in ROLES:
        few, many = ROLES[match.game]
        if not match.teams:
            return ()
        larger = max(match.teams, key=len)
        return tuple(many if seat in larger else few for seat in range(len(match.players)))
    return ("first", "second") if len(match.players) == 2 else ()


def points_of(match: Ended) -> list[float]:
    """What each seat has won in a contest: 1 with the first side, half if all sides are equal, else nothing.

    Sides win together, and whoever needed the policy has lost, as on the strict board.
    """
    sides, places = sides_of(match.as_match()), result_of(match.as_match(), "strict").ranks
    equal = len(set(places)) == 1
    points = [0.0] * len(match.players)
    for side, place in zip(sides, places, strict=True):
        for seat in side:
            points[seat] = 0.5 if equal else float(place == 1)
    return points


def kind_of(spec: str) -> str:
    """What a player is, by its specification."""
    try:
        player = parse_player(spec)
    except UsageError:
        return "agent"
    if player.name == "human":
        return "person"
    if player.is_model:
        return "model"
    return "agent" if player.address or player.is_agent else "bot"
