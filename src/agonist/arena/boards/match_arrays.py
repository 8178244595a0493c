"""Finished matches as arrays, one per field: a million take some tens of megabytes."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, cast

import numpy as np

from agonist.core import AgonistError, Seat, sides
from agonist.core.outcome import by_seat
from agonist.games import find_kit
from agonist.metrics.results import is_contest, places_of
from agonist.ratings.arrays import Places
from agonist.ratings.result_arrays import points
from agonist.store import StoredMatch
from agonist.store.platform.finished_match_rows import EndedRow

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Truths: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]
Hashes: TypeAlias = np.ndarray[Any, np.dtype[np.uint64]]


@dataclass(frozen=True, slots=True)
class Variant:
    """What all matches of a game with the same options share."""

    game: str
    version: int
    part: str
    """The game with its options, as typed."""
    options: dict[str, Any]
    deal: str
    """The part that all its deals share, as `agonist.match.fixture.deal_of` writes it."""


class RatedMatch:
    """A finished match with the fields that ratings read: a `StoredMatch` without the rest.

    `deal` is a hash of the deal. `ranks` are those of the strict board: seats that have lost are last.
    """

    __slots__ = (
        "block", "deal", "ended", "fallback", "forfeits", "game", "id", "options", "part", "players", "ranks",
        "run", "scores", "specs", "teams", "version",
    )  # fmt: skip
    status = "finished"

    id: int
    game: str
    players: tuple[str, ...]
    scores: tuple[float, ...]
    ranks: tuple[int, ...]
    teams: tuple[tuple[Seat, ...], ...]
    forfeits: tuple[Seat, ...]
    fallback: tuple[Seat, ...]
    specs: dict[str, str]
    options: dict[str, Any]
    ended: float
    run: str
    version: int
    part: str
    deal: str
    block: str

    @property
    def fixture(self) -> RatedMatch:
        return self

    def spec(self, player: str) -> str:
        """The specification of a player of this match."""
        return self.specs.get(player, player)

    @property
    def contest(self) -> bool:
        """Whether anybody could win against another; in a game of one team all win and lose together."""
        return is_contest(self.as_match())

    def as_match(self) -> StoredMatch:
        """This match, typed as a `StoredMatch` for functions that read only the fields that it has."""
        return cast(StoredMatch, self)


class Numbering:
    """Values, numbered from 0 in the order in which they were added."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._known: dict[Any, int] = {}

    def known(self, key: Any) -> int | None:
        """The number of the value that was added with this key."""
        return self._known.get(key)

    def of(self, value: Any, key: Any = None) -> int:
        """The number of a value, which is added if it is new; `key` identifies one that is not hashable."""
        key = value if key is None else key
        number = self._known.get(key)
        if number is None:
            number = self._known[key] = len(self.values)
            self.values.append(value)
        return number


@dataclass(frozen=True, slots=True)
class Numberings:
    """The values behind the numbers in all groups."""

    players: Numbering
    """(name, specification)."""
    variants: Numbering
    runs: Numbering
    seats: Numbering
    """Tuples of seats, such as those that forfeited."""
    board_names: dict[tuple[str, str], str] = field(default_factory=dict)
    """The name under which boards show each player; see `agonist.arena.boards.display_names`."""

    def board_name(self, player: tuple[str, str]) -> str:
        """The name of a player on boards."""
        return self.board_names.get(player, player[0])


class MatchGroup:
    """Matches of one game with equal numbers of seats and equal sides, in the order of reading."""

    def __init__(
        self, number: int, game: str, seats: int, teams: tuple[tuple[Seat, ...], ...], numbers: Numberings
    ) -> None:
        self.number = number
        self.game, self.seats, self.teams, self._numbers = game, seats, teams, numbers
        self.sides = sides(seats, teams)
        self.contest = len(self.sides) > 1
        self.roles = _roles(game, seats, teams) if self.contest else ()
        self.ids, self.ended, self.deals = array("q"), array("d"), array("Q")
        self.runs, self.variants, self.shared = array("i"), array("i"), array("b")
        self.trials, self.forfeits, self.fallback = array("b"), array("i"), array("i")
        self.players, self.scores, self.places = array("i"), array("d"), array("h")

    def __len__(self) -> int:
        return len(self.ids)

    def add(self, row: EndedRow, players: Sequence[int], variant: int, deal: int) -> None:
        """Append a match. `deal`: a hash of the game, its options and the seed."""
        numbers = self._numbers
        self.players.extend(players)
        self.scores.extend(row.scores)
        self.places.extend(places_of(cast(StoredMatch, row), self.sides, "strict"))
        self.ended.append(row.ended)
        self.deals.append(deal)
        self.runs.append(numbers.runs.of(row.run))
        self.variants.append(variant)
        self.shared.append(bool(row.fixture.get("block")))
        self.trials.append(row.trial)
        self.forfeits.append(numbers.seats.of(row.forfeits))
        self.fallback.append(numbers.seats.of(row.fallback))
        self.ids.append(row.id)

    def columns(self, first: int = 0) -> Columns:
        """Its matches from the one at place `first` on."""
        size, seats = len(self.ids), self.seats

        def column(values: array[Any], each: int = 1) -> Any:
            # A copy, since an array cannot grow while numpy views it.
            return np.array(values[first * each : size * each])

        forfeits, fallback = (self._marked(column(column_of)) for column_of in (self.forfeits, self.fallback))
        return Columns(
            self, column(self.ids), column(self.ended), column(self.deals), column(self.shared).astype(bool),
            column(self.runs), column(self.variants), column(self.trials).astype(bool), forfeits, fallback,
            column(self.players, seats).reshape(-1, seats), column(self.scores, seats).reshape(-1, seats),
            column(self.places, len(self.sides)).reshape(-1, len(self.sides)),
        )  # fmt: skip

    def _marked(self, numbers: Places) -> Truths:
        """Tuples of seats as a table of truth values: a row per numbered tuple, a column per seat."""
        table = np.zeros((len(self._numbers.seats.values), self.seats), dtype=bool)
        for number in np.unique(numbers).tolist():
            table[number, [seat for seat in self._numbers.seats.values[number] if seat < self.seats]] = True
        return np.asarray(table[numbers])

    def player(self, at: int, seat: Seat) -> int:
        """The number of the player who had this seat in the match at a place."""
        return self.players[at * self.seats + seat]

    def match(self, at: int) -> RatedMatch:
        """The match at a place."""
        found, numbers, seats = RatedMatch(), self._numbers, self.seats
        variant: Variant = numbers.variants.values[self.variants[at]]
        players = map(numbers.players.values.__getitem__, self.players[at * seats : (at + 1) * seats])
        names = [(numbers.board_name(player), player[1]) for player in players]
        found.id, found.game, found.ended, found.teams = self.ids[at], self.game, self.ended[at], self.teams
        found.players, found.specs = tuple([name for name, _ in names]), dict(names)
        found.scores = tuple(self.scores[at * seats : (at + 1) * seats])
        size = len(self.sides)
        found.ranks = tuple(by_seat(self.sides, self.places[at * size : (at + 1) * size]))
        found.run = numbers.runs.values[self.runs[at]]
        found.version, found.part, found.options = variant.version, variant.part, variant.options
        found.forfeits = numbers.seats.values[self.forfeits[at]]
        found.fallback = numbers.seats.values[self.fallback[at]]
        found.deal = f"{self.deals[at]:x}"
        found.block = found.deal if self.shared[at] else ""
        return found


@dataclass(frozen=True, slots=True)
class Columns:
    """Matches of one group: arrays with one element per match, tables with one row per match and column per
    seat.
    """

    group: MatchGroup
    ids: Places
    ended: Array
    deals: Hashes
    shared: Truths
    """Whether others may have the same deal."""
    runs: Places
    variants: Places
    trials: Truths
    forfeits: Truths
    fallback: Truths
    players: Places
    scores: Array
    places: Places
    """The place of each side on the strict board: a column for each side."""

    def __len__(self) -> int:
        return len(self.ids)

    def only(self, some: Truths) -> Columns:
        """The chosen matches."""
        if some.all():
            return self
        fields = [getattr(self, name) for name in Columns.__dataclass_fields__ if name != "group"]
        return Columns(self.group, *(field[some] for field in fields))

    @property
    def lost(self) -> Truths:
        """The seats that lost by a forfeit or a fallback move, whatever the scores (strict board)."""
        return np.asarray(self.forfeits | self.fallback)

    @property
    def decided_by_forfeit(self) -> Truths:
        """Which matches are, as in `agonist.metrics.results.decided_by_forfeit` on the strict board."""
        return np.asarray(self.lost.any(axis=1) & self.group.contest)

    def points(self) -> Array:
        """The points of each seat in a contest, as in `agonist.metrics.results.points_of`."""
        side_of = by_seat(self.group.sides, range(len(self.group.sides)))
        return points(self.places)[:, side_of]


def _roles(game: str, seats: int, teams: tuple[tuple[Seat, ...], ...]) -> tuple[str, ...]:
    """The role of a seat: which side, where a smaller side plays a larger one; with two seats, whether it
    moves first.
    """
    if named := sides_of(game):
        few, many = named
        if not teams:
            return ()
        larger = max(teams, key=len)
        return tuple(many if seat in larger else few for seat in range(seats))
    return ("first", "second") if seats == 2 else ()


def sides_of(game: str) -> tuple[str, str] | None:
    """What the smaller and the larger side of a game are called; `None` if it cannot be loaded."""
    try:
        return find_kit(game).sides
    except AgonistError:
        return None
