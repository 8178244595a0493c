"""A cached view of a database, for reports."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from agonist.store.runs.query_results import Run, StoredMatch
from agonist.store.runs.reader import Reader

if TYPE_CHECKING:
    from agonist.store.runs.matches_as_arrays import MatchColumns


class Snapshot(Reader):
    """Runs and matches as they were when first read: each is read once.

    For reports and leaderboards, whose parts all use the same matches.
    """

    @cached_property
    def _matches(self) -> dict[str, list[StoredMatch]]:
        return {}

    @cached_property
    def _runs(self) -> list[Run]:
        return super().runs()

    @cached_property
    def _columns(self) -> dict[str, MatchColumns]:
        return {}

    def runs(self) -> list[Run]:
        """All runs, oldest first."""
        return list(self._runs)

    def matches(self, run: str) -> list[StoredMatch]:
        """The matches of a run, in the order they were planned, without those in `left_out`."""
        if run not in self._matches:
            self._matches[run] = super().matches(run)
        return [match for match in self._matches[run] if match.id not in self.left_out]

    def columns(
        self,
        *,
        run: str | None = None,
        game: str | None = None,
        finished: bool = False,
        unreadable: Callable[[str], None] | None = None,
    ) -> MatchColumns:
        """As those of `Reader`."""
        key = f"{run} {game} {finished} {sorted(self.left_out)}"
        if key not in self._columns:
            self._columns[key] = super().columns(run=run, game=game, finished=finished, unreadable=unreadable)
        return self._columns[key]
