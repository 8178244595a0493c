"""The measurements on the seats of finished matches: each is replayed once, and what was measured is kept."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Lock, Thread
from typing import Final

from agonist.arena.boards.indicators.columns import Values
from agonist.arena.boards.indicators.games import INDICATORS, MEASURED
from agonist.arena.boards.indicators.pooling import Pool, Pooled, as_plain, from_plain
from agonist.core import AgonistError
from agonist.metrics.played import Played, TurnReader
from agonist.ratings.connected import Places
from agonist.store import Store, StoredMatch, StoreError
from agonist.store.engines.failure import DamagedMatch
from agonist.store.platform.match_progress import progress_by_match
from agonist.store.platform.measurements import keep_measured, measured

AT_ONCE: Final = 20
"""How many matches are replayed at a time."""

LONGEST: Final = 1_000
"""The most steps of a match that is measured while a page waits: replaying 5,000 takes seconds."""

BUDGET: Final = 2.0
"""Seconds after which a call stops replaying, and a thread goes on. A match of Pit takes a second."""

REST: Final = 2.0
"""How many times as long as it replays this thread rests, so that pages are served meanwhile."""

MEASURING: Final = "agonist indicators"
"""The name of threads that measure."""


class Facts:
    """The measurements of one database's matches."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pools = {game: Pool(columns) for game, columns in INDICATORS.items()}
        self._lock = Lock()
        self._threads: dict[str, Thread] = {}

    def read(self, game: str, matches: Sequence[int]) -> int:
        """Read what was measured in matches of a game, and measure the others; returns how many are left.

        A thread measures those for which this call has no time. Nothing is measured in matches with a
        forfeit, or that cannot be replayed.
        """
        self._recall(game, matches)
        thread = self._threads.get(game)
        if thread is not None and thread.is_alive():
            return len(self._missing(game, matches))
        began = time.monotonic()
        missing = self._missing(game, matches)[::-1]  # the newest first
        for first in range(0, len(missing), AT_ONCE):
            self._measure(game, missing[first : first + AT_ONCE], LONGEST)
            if time.monotonic() - began > BUDGET:
                break
        left = self._missing(game, matches)
        if left:
            thread = Thread(target=self._measure_all, args=(game, left), name=MEASURING, daemon=True)
            self._threads[game] = thread
            thread.start()
        return len(left)

    def pooled(self, game: str, seated: Sequence[tuple[Places, Places]], size: int) -> Pooled:
        """The game's indicators, by player, as `Pool.of` computes them from what was read."""
        with self._lock:
            return self._pools[game].of(seated, size)

    def seats_of(self, game: str, match: int) -> list[Values]:
        """The measurements on each seat of a match; empty if there are none."""
        if game not in MEASURED:
            return []
        known = measured(self._store, _version(game), [match])
        if match in known:
            return from_plain(known[match])
        return self._measure(game, [match], LONGEST).get(match, [])

    def _missing(self, game: str, matches: Sequence[int]) -> list[int]:
        pool = self._pools[game]
        return sorted(match for match in matches if match not in pool)

    def _recall(self, game: str, matches: Sequence[int]) -> None:
        known = measured(self._store, _version(game), self._missing(game, matches))
        with self._lock:
            for match, plain in sorted(known.items()):
                self._pools[game].add(match, from_plain(plain))

    def _measure_all(self, game: str, matches: Sequence[int]) -> None:
        with suppress(StoreError):  # the next request begins again
            for first in range(0, len(matches), AT_ONCE):
                began = time.monotonic()
                self._measure(game, matches[first : first + AT_ONCE])
                time.sleep(REST * (time.monotonic() - began))

    def _measure(
        self, game: str, matches: Sequence[int], longest: int | None = None
    ) -> dict[int, list[Values]]:
        """Replay matches, except those with more steps than `longest`, and keep what was measured."""
        if longest is not None:
            steps = {match: count for match, (_, count) in progress_by_match(self._store, matches).items()}
            matches = [match for match in matches if steps.get(match, 0) <= longest]
        stored = [self._store.match(match) for match in matches]
        reader = TurnReader(self._store, stored)
        found = {match.id: self._read(game, match, reader) for match in stored}
        with suppress(StoreError):  # a database that is only read is measured again by the next process
            keep_measured(self._store, _version(game), {match: as_plain(own) for match, own in found.items()})
        with self._lock:
            for match, seats in found.items():
                self._pools[game].add(match, seats)
        return found

    def _read(self, game: str, match: StoredMatch, reader: TurnReader) -> list[Values]:
        if match.forfeits:
            return []
        try:
            played = Played(self._store, match, reader)
            found = MEASURED[game].read(played)
            return [
                Values(played.deal, {key: tuple(values) for key, values in seat.items()}) for seat in found
            ]
        except (AgonistError, AssertionError) as error:
            if isinstance(error, StoreError) and not isinstance(error, DamagedMatch):
                raise
            # A damaged match makes the whole batch fail; then each match is read alone.
            alone = TurnReader(self._store, [match])
            return self._read(game, match, alone) if len(reader) > 1 else []


def _version(game: str) -> str:
    """What the measurements of a game depend on: they are made anew when it changes."""
    columns: Mapping[str, str] = {each.key: each.kind for each in INDICATORS[game]}
    return f"{MEASURED[game].version}:{','.join(sorted(columns))}"
