"""The measurements on the seats of finished matches; each match is replayed once."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from agonist.arena.indicators.columns import Values
from agonist.arena.indicators.games import MEASURED
from agonist.core import AgonistError
from agonist.metrics.played import Played, TurnReader
from agonist.store import Store, StoredMatch
from agonist.store.steps_shown import progress_by_match

AT_ONCE: Final = 20
"""How many matches are read at a time."""

MOST: Final = 2_000
"""The most matches of a game that are replayed: the newest."""

LONGEST: Final = 1_000
"""The most steps of a match that is measured: replaying 5,000 takes seconds, which is too long for a page."""

KEPT: Final = 50_000
"""The most matches whose measurements are kept in memory, over all games."""

BUDGET: Final = 2.0
"""Seconds after which a call stops reading; the next one continues. A match of Pit takes a second."""


class Facts:
    """A cache of the measurements on the seats of finished matches."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seats: dict[int, list[Values]] = {}

    def of(self, game: str, matches: Sequence[int]) -> dict[int, list[Values]]:
        """The seats of the newest of these matches of a game, by match; empty without indicators.

        `matches`: the newest last. Matches with a forfeit, with more than `LONGEST` steps, or that cannot be
        replayed are left out. Matches for which this call has no time are left out, too; see `lacks`.
        """
        if game not in MEASURED:
            return {}
        newest = matches[-MOST:]
        missing = [match for match in reversed(newest) if match not in self._seats]
        if len(self._seats) > KEPT:
            self._seats = {match: self._seats[match] for match in newest if match in self._seats}
        began = time.monotonic()
        for first in range(0, len(missing), AT_ONCE):
            self._add(game, missing[first : first + AT_ONCE])
            if time.monotonic() - began > BUDGET:
                break
        return {match: self._seats[match] for match in newest if self._seats.get(match)}

    def lacks(self, game: str, matches: Sequence[int]) -> bool:
        """Whether some of these matches have yet to be read."""
        return game in MEASURED and any(match not in self._seats for match in matches[-MOST:])

    def _add(self, game: str, matches: Sequence[int]) -> None:
        steps = {match: count for match, (_, count) in progress_by_match(self._store, matches).items()}
        self._seats |= {match: [] for match in matches}
        stored = [self._store.match(match) for match in matches if steps.get(match, 0) <= LONGEST]
        reader = TurnReader(self._store, stored)
        for match in stored:
            self._seats[match.id] = self._read(game, match, reader)

    def _read(self, game: str, match: StoredMatch, reader: TurnReader) -> list[Values]:
        if match.forfeits:
            return []
        try:
            played = Played(self._store, match, reader)
            found = MEASURED[game].read(played)
            return [
                Values(played.deal, {key: tuple(values) for key, values in seat.items()}) for seat in found
            ]
        except (AgonistError, AssertionError):
            # A damaged match makes the whole batch fail; then each match is read alone.
            alone = TurnReader(self._store, [match])
            return self._read(game, match, alone) if len(reader) > 1 else []
