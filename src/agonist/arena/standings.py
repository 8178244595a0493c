"""Who is how good: the lines of a board, and what it is made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

from agonist.arena.columns import Columns
from agonist.arena.indicators import INDICATORS
from agonist.games import KITS
from agonist.metrics.leaderboard import Row
from agonist.ratings.spans import Span

PROVISIONAL: Final = 10
"""Matches below which a rating is provisional."""

COUNTED: Final = 1_000
"""Matches that are not in a board yet and are counted at most."""


@dataclass(frozen=True, slots=True)
class Choice:
    """What a board is made of: of one game, or of those that need an ability, or of all."""

    game: str = ""
    ability: str = ""
    without_forfeits: bool = False
    """Leave out matches in which anybody forfeited or needed the policy."""
    run: str = ""
    """Only matches of this run, also if it tries an agent out; counts are not of it alone."""

    def takes(self, columns: Columns, run: int | None) -> Columns:
        """The matches of a group that count; `run` is the number of the run."""
        some = columns.runs == run if self.run else ~columns.trials
        if self.without_forfeits:
            some = some & ~columns.lost.any(axis=1)
        return columns.only(some)

    def takes_game(self, game: str) -> bool:
        """Whether any matches of a game may count."""
        return self.game in ("", game) and (not self.ability or self.ability in abilities_of(game))


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line. Counts are of its seats; `invalid` are refused answers among `requests`.

    `rank` is 1 + how many have the lower end of their interval above this one's upper end; `None` without an
    interval. `moved`: how many ranks it gains without matches that were forfeited or needed the policy, on a
    board without them. `roles`: points and seats by role. `trend`: win rates from 0 to 1, oldest first.
    `measured`: the game's own indicators, by key.
    """

    row: Row
    seats: int = 0
    forfeits: int = 0
    helped: int = 0
    """Seats for which the policy had to play, and that did not forfeit."""
    requests: int = 0
    invalid: int = 0
    cost: float | None = 0.0
    """Dollars over all finished matches; `None` where a price is not known."""
    kind: str = ""
    rank: int | None = None
    moved: int | None = None
    roles: Mapping[str, tuple[float, int]] = field(default_factory=dict)
    trend: tuple[float, ...] = ()
    measured: Mapping[str, Span] = field(default_factory=dict)

    @property
    def provisional(self) -> bool:
        """Whether it has played too few matches for a reliable rank."""
        return self.row.matches < PROVISIONAL

    @property
    def invalid_rate(self) -> float | None:
        """The share of refused answers; `None` for players that no model answers for."""
        return self.invalid / self.requests if self.requests else None

    @property
    def cost_per_match(self) -> float | None:
        """The mean cost in dollars; `None` if a price is unknown, or no model was asked."""
        return None if self.cost is None or not self.requests else self.cost / max(self.row.matches, 1)

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        own = {name: getattr(self, name) for name in ("seats", "forfeits", "helped", "requests", "invalid")}
        more = {
            "cost": self.cost,
            "kind": self.kind,
            "rank": self.rank,
            "provisional": self.provisional,
            "moved": self.moved,
            **{f"win rate, {role}": points / seats for role, (points, seats) in self.roles.items() if seats},
        }
        measured = {
            name: value
            for key, span in self.measured.items()
            for name, value in ((key, span.value), (f"{key}_low", span.low), (f"{key}_high", span.high))
        }
        return {**asdict(self.row), **own, **more, **measured, "trend": list(self.trend)}


@dataclass(frozen=True, slots=True)
class Standings:
    """A board, how many matches it is made of, and when they were read (seconds since 1970)."""

    rows: tuple[Standing, ...]
    matches: int
    at: float = 0.0
    pending: bool = False
    """Whether it is being fitted for the first time: there are no rows yet."""
    end: float = 0.0
    """When the latest match had ended when this board was asked for (seconds since 1970)."""
    since: int = 0
    """How many matches were finished since it was fitted, `COUNTED` at most; they will soon be in it."""
    behind: bool = False
    """Whether these, or measurements on older ones, are not in it yet: they will be soon."""
    measured: int = 0
    """Matches that the game's indicators are of: the newest."""


def columns_of(game: str) -> list[str]:
    """The fields of a line as JSON, but for the win rates by role, which follow from the matches."""
    row = Row(**dict.fromkeys((each.name for each in fields(Row)), 0))  # type: ignore[arg-type]
    nothing = {each.key: Span(None, None, None) for each in INDICATORS.get(game, ())}
    return list(replace(Standing(row), measured=nothing).as_dict())


def abilities_of(game: str) -> tuple[str, ...]:
    """The abilities that a listed game needs; empty for other games."""
    return KITS[game].game.traits.abilities if game in KITS else ()
