"""Reading a database, with no means to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from agonist.match import Step
from agonist.players.model_call import ModelCall
from agonist.store.engines.failure import DamagedMatch, UndecodableText, database_errors
from agonist.store.engines.sqlite_file import address_of
from agonist.store.runs import reading
from agonist.store.runs.damage import readable
from agonist.store.runs.match_ids import MatchName, number_of
from agonist.store.runs.source import Query, Source, open_file
from agonist.store.runs.values import Answers, Run, StoredMatch, Tally, Turn

Found = TypeVar("Found")

MOST_LEFT_OUT: Final = 50
"""The most damaged matches that are left out; a database with more is reported as damaged."""


class Reader:
    """Runs, matches and what was said in one database.

    Every method raises `StoreError` when the database fails.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.name = source.name
        """Its name in messages: the path, or the URL without a password."""
        self.left_out: dict[int, str] = {}
        """Matches that methods which read several leave out, mostly damaged ones: the reason by id."""
        self.outdated = set[str]()
        """What was left out of measurements, since the rules have changed since it was played."""

    @classmethod
    def open(cls, where: str | Path) -> Self:
        """The database at a path or a URL `postgresql://…`, which must exist."""
        address = address_of(str(where))
        source = None if address is None else open_file(address)
        if source is not None:
            return cls(source)
        # PostgreSQL, or tables of an older version.
        from agonist.store.runs.database import connect
        from agonist.store.runs.engine_source import EngineSource

        return cls(EngineSource(connect(where, must_exist=True, read_only=True)))

    def without(self, matches: Mapping[int, str]) -> Reader:
        """The same open database, read without some matches, each with the reason."""
        self._settle()
        found = Reader(self._source)
        found.left_out |= {**self.left_out, **matches}
        found.outdated = self.outdated
        return found

    def close(self) -> None:
        """Close the database."""
        self._source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run(self, run: str) -> Run:
        """The run by its id, a beginning of it, or `latest`. Raises `UsageError` if there is none."""
        return self._read(lambda query: reading.run(query, run, self.name))

    def plan(self, run: str) -> Mapping[str, Any]:
        """The plan of the run of exactly this id; its matches are not counted, as `run` does."""
        return self._read(lambda query: reading.plan(query, run, self.name))

    def runs(self) -> list[Run]:
        """All runs, oldest first."""
        return self._read(reading.runs)

    def is_playing(self, run: str) -> bool:
        """Whether some process plays the run at this moment."""
        number, known = self._read(lambda query: reading.number_and_id(query, run, self.name))
        with database_errors(self.name):
            return self._source.is_claimed(known, number)

    def matches(self, run: str) -> list[StoredMatch]:
        """The matches of a run, in the order they were planned, without those in `left_out`."""
        return self._read(lambda query: reading.matches(query, run, self.name, without=self.left_out))

    def match(self, match: MatchName) -> StoredMatch:
        """The match in its present status. Raises `UsageError` if there is none."""
        return self._read(lambda query: reading.match(query, number_of(match), match, self.name))

    def steps(self, match: MatchName) -> list[Step]:
        """The complete steps of a match, equal to those that were added."""
        return self._read(lambda query: reading.steps(query, number_of(match), self.name))

    def turns(self, matches: Sequence[MatchName]) -> dict[int, list[Turn]]:
        """The complete steps of each of these matches by its id, without their calls.

        Some hundreds are read about as fast as a few.
        """
        numbers = [number for match in matches if (number := number_of(match)) is not None]
        return self._read(lambda query: reading.turns(query, numbers, self.name))

    def steps_of_run(self, run: str) -> dict[int, list[Step]]:
        """The complete steps of the matches of a run by id; those without any are left out."""
        return self._read(lambda query: reading.steps_of_run(query, run, self.name, without=self.left_out))

    def broken_off(self, match: MatchName) -> tuple[ModelCall, ...]:
        """The calls of a match that belong to none of its steps, in order."""
        return self._read(lambda query: reading.broken_off(query, number_of(match)))

    def results(
        self,
        *,
        run: str | None = None,
        game: str | None = None,
        unreadable: Callable[[str], None] | None = None,
    ) -> Iterator[StoredMatch]:
        """All finished matches, of one run or game if named, oldest first; read lazily.

        A damaged match is left out and passed to `unreadable`; without that, it raises `StoreError`.
        """
        self._settle()
        last = 0
        while True:
            try:
                with database_errors(self.name), readable(self.name), self._source.open() as query:
                    for match in reading.results(query, run, game, self.name, unreadable):
                        if match.id > last and match.id not in self.left_out:
                            yield match
                            last = match.id
                return
            except UndecodableText:
                found = self._without_text()
                if unreadable is None or not found:
                    raise
                for why in found.values():
                    unreadable(why)

    def tallies(self, *, run: str | None = None, game: str | None = None) -> list[Tally]:
        """The usage of each seat of each match, finished or not; seats without any call are left out."""
        found = self._read(lambda query: reading.tallies(query, run, game, self.name))
        return [tally for tally in found if tally.match not in self.left_out]

    def answers(self, run: str) -> list[Answers]:
        """Valid and invalid answers of each seat of each match, in all complete steps of a run."""
        return self._read(lambda query: reading.answers(query, run, self.name))

    def without_damage(self, read: Callable[[], Found]) -> Found:
        """The result of reading many matches, without damaged ones, which are added to `left_out`.

        The reading is repeated without each match that it fails at, up to `MOST_LEFT_OUT` times.
        """
        while True:
            try:
                return read()
            except UndecodableText:
                if not self._without_text():
                    raise
            except DamagedMatch as error:
                if error.match in self.left_out or len(self.left_out) >= MOST_LEFT_OUT:
                    raise
                self.left_out[error.match] = str(error)

    def _without_text(self) -> dict[int, str]:
        """Leave out matches with undecodable text; returns those newly found."""
        with database_errors(self.name):
            found = self._source.undecodable()
        new = {match: why for match, why in found.items() if match not in self.left_out}
        if new:
            self.left_out |= new
            self._source.replace_undecodable()
        return new

    def _settle(self) -> None:
        """Called before each read. Nothing is queued here; `Store` waits for its own writes."""

    def _read(self, read: Callable[[Query], Found]) -> Found:
        self._settle()
        with database_errors(self.name), readable(self.name), self._source.open() as query:
            return read(query)
