"""The boards of a database: fitted again in a thread of their own when matches have ended."""

from __future__ import annotations

import time
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from threading import Lock, Thread
from typing import Any, Final, TypeVar, cast

from agonist.arena.boards.finished_matches import FinishedMatches, PlayerCounts, kind_of
from agonist.arena.boards.match_arrays import RatedMatch
from agonist.arena.boards.rating_input import RatingInput
from agonist.arena.boards.saved_boards import keep_board, kept_board
from agonist.arena.boards.seat_measurements import Measurer
from agonist.arena.boards.standings import (
    MOST_UNRATED_COUNTED,
    BoardFilter,
    Standing,
    Standings,
    abilities_of,
)
from agonist.core import AgonistError
from agonist.games import KITS
from agonist.kit.indicators import Indicator
from agonist.metrics.game_theory import GameTheory, game_theory_of
from agonist.metrics.pooled_indicators import Pooled, SeatValues
from agonist.ratings.share_intervals import Span
from agonist.store import Store
from agonist.store.platform.agents import Version
from agonist.store.platform.match_progress_queries import ended_after, last_end
from agonist.store.platform.recount_number import recounts

Made = TypeVar("Made")

LEAST_PAUSE: Final = 1.0
"""Least seconds between two fits of the same board; more, `PAUSE_FACTOR` times its duration, after a long
fit.
"""

PAUSE_FACTOR: Final = 10.0

KEPT_FROM: Final = 3.0
"""Boards that took more seconds than this, reading included, are stored in the database."""

FITTING_THREAD: Final = "agonist board"
"""The name of threads that fit boards."""

FIRST_FIT_SECONDS: Final = 3.0
"""Seconds that a page waits for the first fit of a board."""

QUICK_FIT_SECONDS: Final = 0.3
"""A page waits for a new fit if the last one took fewer seconds than this."""

BOARDS_IN_MEMORY: Final = 64
"""The most boards in memory."""

NOTHING_MEASURED: Final = Pooled([], [], [], 0)


@dataclass
class _Board:
    """The state of one board."""

    standings: Standings | None = None
    end: float = -1.0
    cost: float = 0.0
    fitted: float = 0.0
    failure: AgonistError | None = None
    recalled: bool = False
    """Whether a stored board was looked for."""
    recounts: int = 0
    """How often all matches had been counted anew when it was begun."""
    lacks: bool = False
    """Whether there was no time for some measurements; the next requests make them."""


class Rater:
    """The boards of one database; each is fitted when it is requested and matches have ended since.

    Small boards are fitted at once. Large ones are fitted in a thread, while pages show the last one.
    """

    def __init__(self, store: Store) -> None:
        self._store, self._finished, self._measurer = store, FinishedMatches(store), Measurer(store)
        self._recounts = 0
        """How often all matches had been counted anew when the finished matches were first read."""
        self._boards: OrderedDict[BoardFilter, _Board] = OrderedDict()
        self._remembered: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()
        self._lock = Lock()
        self._fitting = Lock()
        self._threads: dict[BoardFilter, Thread] = {}

    def of(
        self,
        game: str = "",
        *,
        ability: str = "",
        without_forfeits: bool = False,
        run: str = "",
    ) -> Standings:
        """The standings in one game, in those that need an ability, over all games, or in one run."""
        choice = BoardFilter(game, ability, without_forfeits, run)
        if not self._can_have_matches(choice):
            return Standings((), 0, time.time())
        end, now = last_end(self._store), recounts(self._store)
        self._load_saved(choice, now)
        with self._lock:
            board = self._board(choice, now)
            self._boards.move_to_end(choice)
            while len(self._boards) > BOARDS_IN_MEMORY:
                self._boards.popitem(last=False)
            due = time.monotonic() - board.fitted >= max(LEAST_PAUSE, PAUSE_FACTOR * board.cost)
            # A stored board is fitted again, since pages show other figures of its matches, too.
            current = board.end == end and not board.lacks and board.fitted > 0
            if board.standings is None or (due and not (current and not self._finished.has_unsealed)):
                thread = self._threads.get(choice)
                if thread is None or not thread.is_alive():
                    thread = Thread(
                        target=self._fit, args=(choice, board, end), name=FITTING_THREAD, daemon=True
                    )
                    self._threads[choice] = thread
                    thread.start()
                wait = board.standings is None or board.cost < QUICK_FIT_SECONDS
            else:
                thread, wait = None, False
        if thread is not None:
            if wait:
                thread.join(FIRST_FIT_SECONDS)
            if board.failure is not None:
                raise board.failure
        with self._lock:
            standings, fitted = board.standings, board.end
        if standings is None:
            return Standings((), 0, pending=True, end=end)
        # Of the matches that ended at the same moment, only some may be in it.
        since = 0 if fitted == end else max(ended_after(self._store, fitted, MOST_UNRATED_COUNTED), 1)
        return replace(standings, end=end, since=since, behind=board.lacks or since > 0)

    def _board(self, choice: BoardFilter, now: int) -> _Board:
        """The board, or a new one if all matches are counted anew since."""
        found = self._boards.get(choice)
        if found is None or found.recounts != now:
            found = self._boards[choice] = _Board(recounts=now)
        return found

    def _load_saved(self, choice: BoardFilter, now: int) -> None:
        """Load the stored board, if this one was not requested since the site was started."""
        with self._lock:
            board = self._board(choice, now)
            if board.recalled:
                return
            board.recalled = True
        found = kept_board(self._store, choice)
        with self._lock:
            if found is not None and board.standings is None:
                board.end, board.standings, board.cost = *found, KEPT_FROM

    def _can_have_matches(self, choice: BoardFilter) -> bool:
        """Whether there can be any matches: boards of unknown names are neither fitted nor stored."""
        if choice.ability:
            games = (*KITS, *self._store.games_played())
            if not any(choice.ability in abilities_of(game) for game in games):
                return False
        known = not choice.game or choice.game in self._finished.games
        return known or choice.game in self._store.games_played()

    def game_theory(self, game: str = "") -> GameTheory:
        """The analysis by game theory of a game, or of all, of the matches that its board counts."""
        with self._fitting:
            inputs = self._rating_input(BoardFilter(game, "", without_forfeits=False, run=""))
        parts = {part: some.outcomes() for part, some in inputs.by_part().items()}
        return game_theory_of(parts, inputs.outcomes())

    def indicators_of(self, game: str) -> Sequence[Indicator]:
        """The game's own columns; each can sort its board."""
        return self._measurer.indicators(game).columns

    def measuring_failure(self, game: str) -> str:
        """Why some of its matches could not be measured; empty if none failed."""
        return self._measurer.failures.get(game, "")

    def values_of(self, game: str, match: int) -> list[SeatValues]:
        """The measurements on each seat of a finished match; empty for games without indicators."""
        return self._measurer.values_of(game, match)

    def name_of(self, version: Version) -> str:
        """The name under which boards show a version of an agent; empty if it has finished no match.

        Until all matches have been read, it is the name under which it plays.
        """
        return self._finished.name_of(version.name, version.player) if self.has_read else version.name

    def matches_of(self, player: str, most: int, games: Iterable[str] | None = None) -> list[RatedMatch]:
        """The newest finished matches of the player with this name on boards, of those read so far."""
        return self._finished.newest_of(player, most, games)

    @property
    def has_read(self) -> bool:
        """Whether all matches were read that had ended when the first board was requested."""
        return self._finished.has_read

    def remembered(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """The value for a key, computed by `make` and kept until further matches have been read."""
        read = self._finished.total
        with self._lock:
            known = self._remembered.get(key)
        if known is not None and known[0] == read:
            return cast(Made, known[1])
        found = make()
        with self._lock:
            self._remembered[key] = read, found
            while len(self._remembered) > BOARDS_IN_MEMORY:
                self._remembered.popitem(last=False)
        return found

    def count_matches(self, player: str) -> int:
        """How many of the matches read so far the player with this name on boards has played."""
        return self._finished.count_matches(player)

    def counts_of(self, player: str, games: Iterable[str] | None = None) -> PlayerCounts:
        """The counts of the player with this name on boards, in some games or in all."""
        found = PlayerCounts()
        for (game, *key), count in list(self._finished.counts.items()):
            if self._finished.numbers.board_name((key[0], key[1])) == player and (
                games is None or game in games
            ):
                found.add(count)
        return found

    def _fit(self, choice: BoardFilter, board: _Board, end: float) -> None:
        # One fit at a time: they share the ledger, and a processor.
        with self._fitting:
            began = reading = time.monotonic()
            try:
                if board.recounts > self._recounts:
                    self._finished, self._recounts = FinishedMatches(self._store), board.recounts
                    self._remembered.clear()
                self._finished.read()
                began = time.monotonic()
                found = self._fitted(choice, end)
            except AgonistError as error:
                board.failure = error
                return
            with self._lock:
                board.standings, board.end, board.failure = found, end, None
                board.lacks = found.behind
                board.fitted = time.monotonic()
                board.cost = board.fitted - began
            if board.fitted - reading >= KEPT_FROM and board.recounts == recounts(self._store):
                with suppress(AgonistError):  # it can be fitted again
                    keep_board(self._store, choice, found, end)

    def _fitted(self, choice: BoardFilter, end: float) -> Standings:
        inputs = self._rating_input(choice)
        seated = inputs.to_measure() if self.indicators_of(choice.game) else []
        matches = [match for component, _ in seated for match in component.tolist()]
        unmeasured = self._measurer.read(choice.game, matches) if matches else 0
        size = len(inputs.names)
        pooled = self._measurer.pooled(choice.game, seated, size) if seated else NOTHING_MEASURED
        measured = dict(zip(inputs.names, zip(*pooled[:3], strict=True), strict=False))
        standings = self._with_counts(inputs, choice, measured)
        if choice.without_forfeits:
            every = replace(choice, without_forfeits=False)
            known = self._boards.get(every, _Board())
            if known.standings is None or known.end != end:
                rows = self._fitted(every, end).rows
            else:
                rows = known.standings.rows
            before = {line.row.player: line.rank for line in rows}
            standings = [
                replace(line, moved=was - line.rank)
                if line.rank is not None and (was := before.get(line.row.player)) is not None
                else line
                for line in standings
            ]
        return Standings(
            tuple(standings), inputs.matches, time.time(),
            behind=unmeasured > 0, measured=pooled.matches, unmeasured=unmeasured,
        )  # fmt: skip

    def _rating_input(self, choice: BoardFilter) -> RatingInput:
        numbers = self._finished.numbers
        run = numbers.runs.values.index(choice.run) if choice.run in numbers.runs.values else None
        groups = [
            group
            for game, groups_of_game in self._finished.games.items()
            if choice.takes_game(game)
            for group in groups_of_game
        ]
        weights = self._store.run(choice.run).plan.get("weights") if run is not None else None
        return RatingInput([choice.takes(group.columns(), run) for group in groups], numbers, weights or {})

    def _with_counts(
        self,
        inputs: RatingInput,
        choice: BoardFilter,
        measured: Mapping[str, tuple[Mapping[str, Span], int, int]],
    ) -> list[Standing]:
        rows = inputs.rows()
        counts, kinds, names = self._counted(choice)
        trends = inputs.trends()
        lows = sorted(row.low for row in rows if row.low is not None)
        found = []
        for row in rows:
            count = counts.get(row.player, PlayerCounts())
            spans, measured_seats, unmeasured_seats = measured.get(row.player, ({}, 0, 0))
            found.append(
                Standing(
                    row, names.get(row.player, row.player),
                    count.seats, count.forfeits, count.fallback, count.requests, count.invalid, count.cost,
                    kind=kinds.get(row.player, ""),
                    rank=None if row.high is None else 1 + len(lows) - bisect_right(lows, row.high),
                    roles={role: (won, int(seats)) for role, (won, seats) in sorted(count.roles.items())},
                    trend=trends.get(row.player, ()),
                    measured=spans, measured_seats=measured_seats, unmeasured_seats=unmeasured_seats,
                )
            )  # fmt: skip
        return found

    def _counted(self, choice: BoardFilter) -> tuple[dict[str, PlayerCounts], dict[str, str], dict[str, str]]:
        """The counts, the kind and the name in matches of each player, by its name on boards."""
        numbers, counts = self._finished.numbers, dict[str, PlayerCounts]()
        for (game, player, spec), count in self._finished.counts.items():
            if choice.takes_game(game):
                counts.setdefault(numbers.board_name((player, spec)), PlayerCounts()).add(count)
        players = [(numbers.board_name(player), *player) for player in numbers.players.values]
        kinds = {shown: kind_of(spec) for shown, _, spec in players}
        return counts, kinds, {shown: name for shown, name, _ in players}
