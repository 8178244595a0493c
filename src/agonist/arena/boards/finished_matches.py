"""All finished matches in little memory, with counts by player; new matches are read when they end."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain, islice
from typing import Any, Final

import numpy as np

from agonist.arena.boards.display_names import board_names
from agonist.arena.boards.match_arrays import Columns, MatchGroup, Numbering, Numberings, RatedMatch, Variant
from agonist.arena.match_visibility import sealed
from agonist.core import UsageError
from agonist.match.fixture import deal_of
from agonist.metrics.results import can_be_rated
from agonist.players.spec import parse_player
from agonist.players.unique_names import identity
from agonist.store import Store
from agonist.store.platform.finished_match_rows import CHUNK, EndedRow, ended_matches, ended_since
from agonist.store.runs.query_results import SeatUsage

OVERLAP_SECONDS: Final = 120.0
"""Seconds by which readings overlap, since the clocks of several machines differ a little."""

KINDS: Final = ("model", "agent", "built-in", "person")
"""Kinds of players. `agent`: somebody's own code, in Python or behind HTTP; `built-in`: one of ours."""


@dataclass
class PlayerCounts:
    """Counts of one player in one game. `cost` is in dollars, `None` if a price is unknown."""

    seats: int = 0
    forfeits: int = 0
    fallback: int = 0
    requests: int = 0
    invalid: int = 0
    cost: float | None = 0.0
    roles: dict[str, list[float]] = field(default_factory=dict)
    """By role, points (a draw counts half) and seats."""

    def add(self, other: PlayerCounts) -> None:
        """Add the counts of another game."""
        for name in ("seats", "forfeits", "fallback", "requests", "invalid"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.cost = None if self.cost is None or other.cost is None else self.cost + other.cost
        for role, (points, seats) in other.roles.items():
            before = self.roles.setdefault(role, [0.0, 0.0])
            before[0] += points
            before[1] += seats


class FinishedMatches:
    """Every finished match of a database that can be rated, and counts by game and player."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._recent: dict[int, float] = {}
        """By id, when matches ended that the next reading may meet again."""
        self._last_end: float | None = None
        self._sealed: frozenset[int] = frozenset()
        """Finished matches that no board may count yet, since others on their deals may still be played."""
        self.numbers: Final = Numberings(Numbering(), Numbering(), Numbering(), Numbering())
        self._groups: dict[Any, MatchGroup] = {}
        self.games: dict[str, list[MatchGroup]] = {}
        """Groups by game."""
        self.counts: defaultdict[tuple[str, str, str], PlayerCounts] = defaultdict(PlayerCounts)
        """By game, player's name and specification; without trials."""
        self._places: list[array[int]] = []
        """By number of a player, pairs of the number of a group and the place of a match in it."""
        self._board_names: dict[tuple[str, str], str] = {}
        """By name and identity, the name on boards."""
        self._numbers_by_name: dict[str, list[int]] = {}
        """By the name on boards, the numbers of the player who has it."""
        self._groups_by_number: list[MatchGroup] = []
        self.total = 0

    @property
    def has_read(self) -> bool:
        """Whether all was read once."""
        return self._last_end is not None

    @property
    def has_unsealed(self) -> bool:
        """Whether a match that was held back may be counted now."""
        return bool(self._sealed) and self._sealed != sealed(self._store, self._sealed)

    def read(self) -> int:
        """Read the matches that have ended since the last call; returns how many are new.

        If the database fails in between, the matches read so far are kept, and the next call reads the rest.
        """
        since = None if self._last_end is None else self._last_end - OVERLAP_SECONDS
        before = self.total
        # Matches that were held back ended before `since`, so they are asked for by their ids.
        opened = ended_matches(self._store, self._sealed - sealed(self._store, self._sealed))
        fresh = (row for row in ended_since(self._store, since) if row.id not in self._recent)
        rows = chain(opened, fresh)
        while some := list(islice(rows, CHUNK)):
            # Only matches of a block can share their deal with one that is still played.
            secret = sealed(self._store, [row.id for row in some if row.fixture.get("block")])
            rated = {row.id: row for row in some if can_be_rated(row.scores) and row.id not in secret}
            used = self._store.usage_of([row.id for row in rated.values() if not row.trial])
            self._add_matches(list(rated.values()), used)
            self._recent |= {row.id: row.ended for row in some}
            self._sealed = self._sealed - {row.id for row in some} | secret
        # A new player can change others' names: from now on two may have to be told apart.
        self._name_players()
        self._last_end = max(self._recent.values(), default=self._last_end or 0.0)
        self._recent = {
            match: at for match, at in self._recent.items() if at >= self._last_end - OVERLAP_SECONDS
        }
        return self.total - before

    def name_of(self, name: str, spec: str) -> str:
        """The name on boards of a player with this name and identity; empty if it has finished no match."""
        return self._board_names.get((name, identity(spec)), "")

    def newest_of(self, name: str, most: int, games: Iterable[str] | None = None) -> list[RatedMatch]:
        """The newest matches of the player with this name on boards, without trials.

        They are in the order in which they were read.
        """
        numbers = self._numbers_by_name.get(name, [])
        # Most players have one number, and their places are already in order.
        known = self._places[numbers[0]] if len(numbers) == 1 else self._places_of(numbers)
        found: list[RatedMatch] = []
        for at in range(len(known) - 1, -1, -1):
            group, place = self._place_at(known[at])
            if games is None or group.game in games:
                found.append(group.match(place))
                if len(found) == most:
                    break
        return found[::-1]

    def count_matches(self, name: str) -> int:
        """How many matches the player with this name on boards has played; trials do not count."""
        return sum(len(self._places[player]) for player in self._numbers_by_name.get(name, ()))

    def _name_players(self) -> None:
        """Give the players their names on boards anew, if there are new ones."""
        players = list(self.numbers.players.values)
        if len(players) == len(self.numbers.board_names):
            return
        self.numbers.board_names.update(board_names(self._store, players))
        found: dict[str, list[int]] = {}
        for number, player in enumerate(players):
            found.setdefault(self.numbers.board_name(player), []).append(number)
        self._board_names = {
            (name, identity(spec)): self.numbers.board_name((name, spec)) for name, spec in players
        }
        self._numbers_by_name = found

    def _place_at(self, at: int) -> tuple[MatchGroup, int]:
        return self._groups_by_number[at >> 32], at & 0xFFFFFFFF

    def _places_of(self, players: Iterable[int]) -> list[int]:
        """The places of several players' matches, in the order of match ids."""

        def number(at: int) -> int:
            group, place = self._place_at(at)
            return group.ids[place]

        return sorted({at for player in players for at in self._places[player]}, key=number)

    def _add_matches(self, rows: Sequence[EndedRow], used: Iterable[SeatUsage]) -> None:
        places: dict[int, tuple[MatchGroup, int]] = {}
        fresh: dict[int, tuple[MatchGroup, int]] = {}
        for row in rows:
            names = row.fixture["players"]
            group = self._group(row.game, len(names), row.teams)
            at = len(group)
            fresh.setdefault(id(group), (group, at))  # where this reading's matches begin in each group
            players = self._append_match(group, row, names)
            places[row.id] = group, at
            if not row.trial:
                # One number instead of a pair: a million matches are some millions of places.
                where = group.number << 32 | at
                for player in set(players):
                    self._places[player].append(where)
        # Counted by group as arrays: one addition per player instead of one per seat.
        for group, first in fresh.values():
            self._count_seats(group.columns(first))
        for each in used:
            group, at = places[each.match]
            # A damaged row may name a seat that the match does not have.
            if each.seat < group.seats:
                count = self.counts[group.game, *self.numbers.players.values[group.player(at, each.seat)]]
                count.requests += each.requests
                count.invalid += sum(each.invalid.values())
                count.cost = None if count.cost is None or each.cost is None else count.cost + each.cost
        self.total += len(rows)

    def _group(self, game: str, seats: int, teams: tuple[tuple[int, ...], ...]) -> MatchGroup:
        found = self._groups.get((game, seats, teams))
        if found is None:
            found = self._groups[game, seats, teams] = MatchGroup(
                len(self._groups_by_number), game, seats, teams, self.numbers
            )
            self._groups_by_number.append(found)
            self.games.setdefault(game, []).append(found)
        return found

    def _append_match(self, group: MatchGroup, row: EndedRow, names: Sequence[str]) -> list[int]:
        fixture, specs = row.fixture, row.fixture.get("specs") or {}
        players = [self.numbers.players.of((name, specs.get(name, name))) for name in names]
        while len(self._places) < len(self.numbers.players.values):
            self._places.append(array("q"))
        number = self._variant(row)
        variant: Variant = self.numbers.variants.values[number]
        deal = blake2b(f"{variant.deal}{fixture['seed']}".encode("utf-8", "replace"), digest_size=8)
        group.add(row, players, number, int.from_bytes(deal.digest()))
        return players

    def _variant(self, row: EndedRow) -> int:
        fixture, options = row.fixture, row.fixture["options"]
        part, version = fixture.get("part") or row.game, fixture["version"]
        key: Any = row.game, version, part, tuple(options.items())
        try:
            hash(key)
        except TypeError:  # an option is a list
            key = row.game, version, part, repr(options)
        found = self.numbers.variants.known(key)
        if found is not None:
            return found
        deals = deal_of(row.game, options, "")
        return self.numbers.variants.of(Variant(row.game, version, part, options, deals), key)

    def _count_seats(self, columns: Columns) -> None:
        columns = columns.only(~columns.trials)
        group, size = columns.group, len(self.numbers.players.values)
        if not len(columns):
            return
        players = columns.players
        masks = (players >= 0, columns.forfeits, columns.fallback & ~columns.forfeits)
        counted = [np.bincount(players[mask], minlength=size) for mask in masks]
        points = columns.points() if group.roles else None
        for player in np.flatnonzero(counted[0]).tolist():
            count = self.counts[group.game, *self.numbers.players.values[player]]
            count.seats += int(counted[0][player])
            count.forfeits += int(counted[1][player])
            count.fallback += int(counted[2][player])
        if points is None:
            return
        for seat, role in enumerate(group.roles):
            seats = np.bincount(players[:, seat], minlength=size)
            won = np.bincount(players[:, seat], points[:, seat], minlength=size)
            for player in np.flatnonzero(seats).tolist():
                count = self.counts[group.game, *self.numbers.players.values[player]]
                before = count.roles.setdefault(role, [0.0, 0.0])
                before[0] += float(won[player])
                before[1] += int(seats[player])


def kind_of(spec: str) -> str:
    """The kind of a player, from its specification."""
    try:
        player = parse_player(spec)
    except UsageError:
        return "agent"
    if player.name == "human":
        return "person"
    if player.is_model:
        return "model"
    return "agent" if player.address or player.is_agent else "built-in"
