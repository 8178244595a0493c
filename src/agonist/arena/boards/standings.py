"""The rows of a leaderboard, and the choice of matches behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cache
from typing import Any, Final

from agonist.arena.boards.match_arrays import Columns
from agonist.arena.offered_games import offered_kit
from agonist.core import UsageError
from agonist.kit.indicators import Indicator
from agonist.metrics.leaderboard import Row
from agonist.ratings.share_intervals import Span

PROVISIONAL_MATCHES: Final = 10
"""Matches below which a rating is provisional."""

MOST_UNRATED_COUNTED: Final = 1_000
"""The most matches that are counted of those not yet in a board."""


@dataclass(frozen=True, slots=True)
class BoardFilter:
    """Which matches a board is made of: of one game, of the games that need an ability, or of all."""

    game: str = ""
    ability: str = ""
    without_forfeits: bool = False
    """Leave out matches in which anybody forfeited or needed the policy."""
    run: str = ""
    """Only matches of this run, even of a trial; counts still cover all runs."""

    def takes(self, columns: Columns, run: int | None) -> Columns:
        """Which matches of a group count, as truth values; `run` is the number of the run."""
        some = columns.runs == run if self.run else ~columns.trials
        if self.without_forfeits:
            some = some & ~columns.lost.any(axis=1)
        return columns.only(some)

    def takes_game(self, game: str) -> bool:
        """Whether matches of a game can count."""
        return self.game in ("", game) and (not self.ability or self.ability in abilities_of(game))


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's row. Counts are of its seats; `invalid` of its `requests` had invalid answers.

    `name`: its name in matches; that of the row is unambiguous.

    `rank`: 1 plus the number of players whose whole interval is above this one's; `None` without an interval.
    `moved`: on a board without forfeited matches and fallback moves, how many ranks it gains by their
    absence. `roles`: points and seats by role. `trend`: win rates from 0 to 1, oldest first. `measured`: the
    game's indicators, by key.
    """

    row: Row
    name: str = ""
    seats: int = 0
    forfeits: int = 0
    fallback: int = 0
    """Seats with a fallback move, without a forfeit."""
    requests: int = 0
    invalid: int = 0
    cost: float | None = 0.0
    """Dollars over all finished matches; `None` if a price is unknown."""
    kind: str = ""
    rank: int | None = None
    moved: int | None = None
    roles: Mapping[str, tuple[float, int]] = field(default_factory=dict)
    trend: tuple[float, ...] = ()
    measured: Mapping[str, Span] = field(default_factory=dict)
    measured_seats: int = 0
    """From how many seats the indicators are."""
    unmeasured_seats: int = 0
    """How many seats will be added to them; 0 if they are whole."""

    @property
    def provisional(self) -> bool:
        """Whether it has played too few matches for a reliable rank."""
        return self.row.matches < PROVISIONAL_MATCHES

    @property
    def invalid_rate(self) -> float | None:
        """The share of invalid answers, from 0 to 1; `None` for players without a model."""
        return self.invalid / self.requests if self.requests else None

    @property
    def cost_per_match(self) -> float | None:
        """The mean cost in dollars; `None` if a price is unknown, or no model was asked."""
        return None if self.cost is None or not self.requests else self.cost / max(self.row.matches, 1)

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        counts = {
            name: getattr(self, name) for name in ("seats", "forfeits", "fallback", "requests", "invalid")
        }
        more = {
            "cost": self.cost,
            "kind": self.kind,
            "rank": self.rank,
            "provisional": self.provisional,
            "moved": self.moved,
            **{f"win rate, {role}": points / seats for role, (points, seats) in self.roles.items() if seats},
        }
        measured: dict[str, Any] = {
            name: value
            for key, span in self.measured.items()
            for name, value in ((key, span.value), (f"{key}_low", span.low), (f"{key}_high", span.high))
        }
        if measured:
            measured["measured_seats"] = self.measured_seats
            measured["unmeasured_seats"] = self.unmeasured_seats
        return {**asdict(self.row), **counts, **more, **measured, "trend": list(self.trend)}


@dataclass(frozen=True, slots=True)
class Standings:
    """A board, the number of its matches, and when they were read (seconds since 1970)."""

    rows: tuple[Standing, ...]
    matches: int
    at: float = 0.0
    pending: bool = False
    """Whether it is being fitted for the first time, and has no rows yet."""
    end: float = 0.0
    """The end of the latest match at the time of the request (seconds since 1970)."""
    since: int = 0
    """How many matches have finished since it was fitted, at most `MOST_UNRATED_COUNTED`."""
    behind: bool = False
    """Whether it lacks these matches, or measurements of older ones, and will be fitted again."""
    measured: int = 0
    """How many matches the game's indicators are computed from: without forfeited ones."""
    unmeasured: int = 0
    """How many matches will be added to them; 0 if they are whole."""


def columns_of(indicators: Sequence[Indicator]) -> list[str]:
    """The fields of a row as JSON, except the win rates by role, which depend on the matches."""
    row = Row(**dict.fromkeys((each.name for each in fields(Row)), 0))  # type: ignore[arg-type]
    nothing = {each.key: Span(None, None, None) for each in indicators}
    return list(replace(Standing(row), measured=nothing).as_dict())


@cache
def contract_of(game: str) -> str:
    """As `Kit.contract`; `full` for a game that the site does not offer."""
    try:
        return offered_kit(game).contract
    except UsageError:
        return "full"


@cache
def abilities_of(game: str) -> tuple[str, ...]:
    """The abilities that a game needs; empty for one that the site does not offer."""
    try:
        return offered_kit(game).traits.abilities
    except UsageError:
        return ()
