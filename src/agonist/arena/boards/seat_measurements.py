"""The measurements on the seats of finished matches: each is replayed once, and what was measured is kept."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Lock, Thread
from typing import Any, Final

from agonist.core import AgonistError, GameError
from agonist.games import KITS
from agonist.kit.indicators import Indicators, joined
from agonist.metrics.pooled_indicators import Pool, Pooled, SeatValues, values_of
from agonist.metrics.run_matches import Played, TurnReader
from agonist.ratings.arrays import Places
from agonist.store import Store, StoredMatch, StoreError
from agonist.store.engines.failure import DamagedMatch
from agonist.store.platform.match_progress_queries import progress_by_match
from agonist.store.platform.seat_measurements import keep_measured, measured
from agonist.suites.registry import indicators_of

MATCHES_AT_ONCE: Final = 20
"""How many matches are replayed at a time."""

MOST_STEPS_IN_CALL: Final = 1_000
"""The most steps of a match that is measured while a page waits: replaying 5,000 takes seconds."""

CALL_SECONDS: Final = 0.5
"""Seconds after which a call stops replaying, and a thread goes on. Some games' matches take a second."""

REST_FACTOR: Final = 2.0
"""How many times as long as it replays this thread rests, so that pages are served meanwhile."""

MEASURING_THREAD: Final = "agonist indicators"
"""The name of threads that measure."""

NO_MEASUREMENTS: Final = joined([])


class Measurer:
    """The measurements of one database's matches."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._indicators: dict[str, Indicators] = {}
        self._pools: dict[str, Pool] = {}
        self.failures: dict[str, str] = {}
        """By game, why some of its matches could not be measured."""
        self._lock = Lock()
        self._threads: dict[str, Thread] = {}

    def indicators(self, game: str) -> Indicators:
        """What is measured in a game; nothing if it cannot be loaded."""
        if game not in self._indicators:
            # A user's game is a module, which is imported: the address of a page must not name just any.
            if game not in KITS and game not in self._store.games_played():
                return NO_MEASUREMENTS
            try:
                self._indicators[game] = indicators_of(game)
            except AgonistError as error:
                self.failures[game] = str(error)
                return NO_MEASUREMENTS
        return self._indicators[game]

    def read(self, game: str, matches: Sequence[int]) -> int:
        """Read what was measured in matches of a game, and measure the others; returns how many are left.

        A thread measures those for which this call has no time. Nothing is measured in matches with a
        forfeit, or that cannot be replayed.
        """
        self._load_kept(game, matches)
        thread = self._threads.get(game)
        if thread is None or not thread.is_alive():
            missing = self._missing(game, matches)
            # Only a thread runs a user's code, since all boards would wait for a call that never ends.
            if game in KITS:
                self._measure_newest(game, missing)
                missing = self._missing(game, missing)
            if missing:
                thread = Thread(
                    target=self._measure_all, args=(game, missing), name=MEASURING_THREAD, daemon=True
                )
                self._threads[game] = thread
                thread.start()
                if game not in KITS:
                    thread.join(CALL_SECONDS)
        return len(self._missing(game, matches))

    def pooled(self, game: str, seated: Sequence[tuple[Places, Places]], size: int) -> Pooled:
        """The game's indicators, by player, as `Pool.by_player` computes them from what was read."""
        with self._lock:
            return self._pool(game).by_player(seated, size)

    def values_of(self, game: str, match: int) -> list[SeatValues]:
        """The measurements on each seat of a match; empty if there are none."""
        if not self.indicators(game).columns:
            return []
        known = measured(self._store, self._version(game), [match])
        if match in known:
            return _from_stored(known[match])
        return self._measure(game, [match], MOST_STEPS_IN_CALL).get(match, [])

    def _pool(self, game: str) -> Pool:
        if game not in self._pools:
            self._pools[game] = Pool(self.indicators(game).columns)
        return self._pools[game]

    def _missing(self, game: str, matches: Sequence[int]) -> list[int]:
        pool = self._pool(game)
        return sorted(match for match in matches if match not in pool)

    def _load_kept(self, game: str, matches: Sequence[int]) -> None:
        known = measured(self._store, self._version(game), self._missing(game, matches))
        with self._lock:
            for match, stored in sorted(known.items()):
                self._pool(game).add(match, _from_stored(stored))

    def _measure_newest(self, game: str, matches: Sequence[int]) -> None:
        began = time.monotonic()
        newest = matches[::-1]
        for first in range(0, len(newest), MATCHES_AT_ONCE):
            self._measure(game, newest[first : first + MATCHES_AT_ONCE], MOST_STEPS_IN_CALL)
            if time.monotonic() - began > CALL_SECONDS:
                break

    def _measure_all(self, game: str, matches: Sequence[int]) -> None:
        with suppress(StoreError):  # the next request begins again
            for first in range(0, len(matches), MATCHES_AT_ONCE):
                began = time.monotonic()
                self._measure(game, matches[first : first + MATCHES_AT_ONCE])
                time.sleep(REST_FACTOR * (time.monotonic() - began))

    def _measure(
        self, game: str, matches: Sequence[int], longest: int | None = None
    ) -> dict[int, list[SeatValues]]:
        """Replay matches, except those with more steps than `longest`, and keep what was measured."""
        if longest is not None:
            steps = {match: count for match, (_, count) in progress_by_match(self._store, matches).items()}
            matches = [match for match in matches if steps.get(match, 0) <= longest]
        stored = [self._store.match(match) for match in matches]
        reader = TurnReader(self._store, stored)
        found = {match.id: self._values(game, match, reader) for match in stored}
        final = {match: _as_stored(seats) for match, seats in found.items() if seats is not None}
        with suppress(StoreError):  # a database that is only read is measured again by the next process
            keep_measured(self._store, self._version(game), final)
        with self._lock:
            for match, seats in found.items():
                self._pool(game).add(match, seats or [])
        return {match: seats or [] for match, seats in found.items()}

    def _values(self, game: str, match: StoredMatch, reader: TurnReader) -> list[SeatValues] | None:
        """What is measured in a match; `None` if its game's code fails, which may be mended."""
        if match.forfeits:
            return []
        try:
            return values_of(Played(self._store, match, reader), self.indicators(game))
        except GameError as error:
            self.failures[game] = str(error)
            return None
        except AgonistError as error:
            if isinstance(error, StoreError) and not isinstance(error, DamagedMatch):
                raise
            # A damaged match makes the whole batch fail; then each match is read alone.
            alone = TurnReader(self._store, [match])
            return self._values(game, match, alone) if len(reader) > 1 else []

    def _version(self, game: str) -> str:
        """What the measurements of a game depend on: they are made anew when it changes."""
        indicators = self.indicators(game)
        return f"{indicators.version}:{','.join(sorted(each.key for each in indicators.columns))}"


def _as_stored(seats: Sequence[SeatValues]) -> list[tuple[str, Mapping[str, Sequence[float]]]]:
    return [(seat.deal, seat.by_key) for seat in seats]


def _from_stored(stored: Sequence[Sequence[Any]]) -> list[SeatValues]:
    return [SeatValues(deal, {key: tuple(values) for key, values in of.items()}) for deal, of in stored]
