"""All flags among the rated matches of a site."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Final

from agonist.arena.fair_play.flags import Flag
from agonist.arena.fair_play.matches_by_account import OwnedMatch, strengths_by
from agonist.arena.fair_play.shared_addresses import near_pairs, same_address
from agonist.arena.fair_play.thrown_matches import thrown
from agonist.arena.fair_play.transferred_points import transferred
from agonist.core import AgonistError
from agonist.store import Store
from agonist.store.platform.match_progress_queries import last_end
from agonist.store.platform.matches_by_account import OwnedRow, owned_matches
from agonist.store.platform.recount_number import recounts
from agonist.store.platform.seen_addresses import accounts_by_address

KEPT_SECONDS: Final = 180 * 86_400.0
"""Matches that ended longer ago raise no flag."""

PAUSE_SECONDS: Final = 60.0
"""Least seconds between two searches, unless an admin has excluded matches."""

WAIT_SECONDS: Final = 3.0
"""As long a page waits for a search."""


def flags_among(matches: Iterable[OwnedMatch], addresses: Iterable[Collection[int]]) -> list[Flag]:
    """The flags that these matches raise, unlikeliest first; `addresses`: the accounts of each address."""
    by_game: defaultdict[str, list[OwnedMatch]] = defaultdict(list)
    for match in matches:
        by_game[match.game].append(match)
    near = near_pairs(addresses)
    strengths = {game: strengths_by(played) for game, played in by_game.items()}
    found = [
        *same_address(by_game, near),
        *transferred(by_game, strengths, near),
        *thrown(by_game),
    ]
    return sorted(found, key=lambda flag: (flag.chance, flag.key))


@dataclass(frozen=True)
class Search:
    """What was found at a time (seconds since 1970) in so many matches; `flags` with those dismissed."""

    flags: Sequence[Flag]
    matches: int
    at: float


class FlagSearch:
    """Searches the latest matches of a site, in a thread, when somebody asks and some have ended."""

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, Lock()
        self._last: Search | None = None
        self._failure: AgonistError | None = None
        self._covers: tuple[float, int] | None = None
        self._thread: Thread | None = None

    def latest(self) -> Search | None:
        """The latest search; `None` while the first one takes longer than somebody wants to wait."""
        now = last_end(self._store), recounts(self._store)
        with self._lock:
            recent = self._last is not None and time.time() - self._last.at < PAUSE_SECONDS
            fresh = self._covers == now or (recent and self._covers is not None and self._covers[1] == now[1])
            if not fresh and (self._thread is None or not self._thread.is_alive()):
                self._thread = Thread(target=self._search, args=(now,), name="agonist flags", daemon=True)
                self._thread.start()
            thread = self._thread
        if not fresh and thread is not None:
            thread.join(WAIT_SECONDS)
        if self._failure is not None:
            raise self._failure
        return self._last

    def _search(self, covers: tuple[float, int]) -> None:
        now = time.time()
        try:
            matches = judged(owned_matches(self._store, now - KEPT_SECONDS))
            flags = flags_among(matches, accounts_by_address(self._store))
        except AgonistError as error:
            self._failure = error
            return
        with self._lock:
            self._failure = None
            self._last, self._covers = Search(flags, len(matches), now), covers


def judged(rows: Iterable[OwnedRow]) -> list[OwnedMatch]:
    """Matches as they are judged: those in which every seat plays for itself."""
    found = []
    for row in rows:
        match, seats = row.ended, range(len(row.ended.scores))
        if any(len(side) > 1 for side in match.teams) or len(seats) < 2:
            continue
        gave_up = tuple(seat for seat in match.forfeits if seat in row.people)
        last = {*match.forfeits}
        ranks = tuple(len(seats) if seat in last else match.ranks[seat] for seat in seats)
        owners = tuple(row.people.get(seat) or row.agents.get(seat) for seat in seats)
        found.append(
            OwnedMatch(
                match.id, match.game, tuple(match.fixture["players"]), owners, ranks, gave_up, row.steps,
                row.chosen,
            )
        )  # fmt: skip
    return found
