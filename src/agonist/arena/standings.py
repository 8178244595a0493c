"""Who is how good in a whole database: refitted when matches have ended, at most once a second."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from threading import Lock
from typing import Any, Final

from agonist.metrics.leaderboard import Row, leaderboard, with_distinct_names
from agonist.metrics.results import can_be_rated
from agonist.store import Store, StoredMatch
from agonist.store.agents import trial_runs
from agonist.store.browsing import counts

ZERO: Final = {"seats": 0, "forfeits": 0, "helped": 0, "requests": 0, "invalid": 0, "cost": 0.0}

PAUSE: Final = 1.0
"""Seconds between two fits of the same board."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line. Counts are of its seats; `invalid` are refused answers among `requests`."""

    row: Row
    seats: int = 0
    forfeits: int = 0
    helped: int = 0
    """Seats for which the policy had to play, and that did not forfeit."""
    requests: int = 0
    invalid: int = 0
    cost: float | None = 0.0
    """Dollars over all finished matches; `None` where a price is not known."""

    @property
    def invalid_rate(self) -> float | None:
        """The share of refused answers; `None` for players that no model answers for."""
        return self.invalid / self.requests if self.requests else None

    @property
    def cost_per_match(self) -> float | None:
        """Dollars; `None` where a price is not known, or nothing was asked of a model."""
        return None if self.cost is None or not self.requests else self.cost / max(self.row.matches, 1)

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        own = {name: getattr(self, name) for name in ("seats", "forfeits", "helped", "requests", "invalid")}
        return {**asdict(self.row), **own, "cost": self.cost}


@dataclass(frozen=True, slots=True)
class Standings:
    """The board of all games or of one, and how many matches it is made of."""

    rows: tuple[Standing, ...]
    matches: int


class Rater:
    """The boards of one database; each is fitted when somebody looks and something has changed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = Lock()
        self._known: dict[str, tuple[int, float, Standings]] = {}

    def of(self, game: str = "", finished: int | None = None) -> Standings:
        """The standings in one game, or over all games if none is named.

        `finished`: how many matches have ended, where it is known already.
        """
        if finished is None:
            held = counts(self._store)
            finished = sum(n for (of, s), n in held.items() if s == "finished" and game in ("", of))
        with self._lock:
            known = self._known.get(game)
            if known and (known[0] == finished or time.monotonic() - known[1] < PAUSE):
                return known[2]
            found = self._fit(game)
            self._known[game] = finished, time.monotonic(), found
            return found

    def _fit(self, game: str) -> Standings:
        damaged: list[str] = []
        read = self._store.results(game=game or None, unreadable=damaged.append)
        trials = trial_runs(self._store)
        rated = [match for match in read if match.run not in trials and can_be_rated(match)]
        matches = with_distinct_names(rated)
        rows = leaderboard(matches)
        return Standings(tuple(self._with_counts(rows, matches, game)), len(matches))

    def _with_counts(self, rows: Sequence[Row], matches: Sequence[StoredMatch], game: str) -> list[Standing]:
        by_id = {match.id: match for match in matches}
        found: dict[str, dict[str, Any]] = {row.player: dict(ZERO) for row in rows}
        for match in matches:
            for seat, player in enumerate(match.fixture.players):
                own = found[player]
                own["seats"] += 1
                own["forfeits"] += seat in match.forfeits
                own["helped"] += seat in match.fallback and seat not in match.forfeits
        for tally in self._store.tallies(game=game or None):
            if tally.match in by_id:
                own = found[by_id[tally.match].fixture.players[tally.seat]]
                own["requests"] += tally.requests
                own["invalid"] += sum(tally.invalid.values())
                known = own["cost"] is not None and tally.cost is not None
                own["cost"] = own["cost"] + tally.cost if known else None
        return [Standing(row, **found[row.player]) for row in rows]
