"""Reading a database, with no means to change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial, wraps
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Concatenate, Final, ParamSpec, Self, TypeVar

from agonist.match import Step
from agonist.store.engines.database import Database, Query
from agonist.store.engines.failure import DamagedMatch, UndecodableText, database_errors
from agonist.store.engines.opening import open_database
from agonist.store.runs import queries
from agonist.store.runs import usage_and_answers as tallies
from agonist.store.runs.damage import readable
from agonist.store.runs.matches_not_in_utf8 import undecodable
from agonist.store.runs.query_results import SCHEMA, StoredMatch, Tally
from agonist.store.runs.run_progress import progress_of, runs_going_on
from agonist.store.runs.run_workers import deadly_matches, workers_of
from agonist.store.runs.stored_programs import program_of, programs_of

if TYPE_CHECKING:
    from agonist.store.runs.matches_as_arrays import MatchColumns
    from agonist.store.runs.tally_sums import TallySums

Found = TypeVar("Found")
Given = ParamSpec("Given")

MOST_LEFT_OUT: Final = 50
"""The most damaged matches that are left out; a database with more is reported as damaged."""


def _reads(
    read: Callable[Concatenate[Query, Given], Found],
) -> Callable[Concatenate[Reader, Given], Found]:
    """The method of a reader that asks its database this."""

    @wraps(read)
    def method(reader: Reader, /, *arguments: Given.args, **named: Given.kwargs) -> Found:
        return reader._read(lambda query: read(query, *arguments, **named))  # noqa: SLF001  its own method

    return method


class Reader:
    """Runs, matches and what was said in one database.

    Every method raises `StoreError` when the database fails.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.name = database.name
        """Its name in messages: the path, or the URL without a password."""
        self.left_out: dict[int, str] = {}
        """Matches that methods which read several leave out, mostly damaged ones: the reason by id."""
        self.outdated = set[str]()
        """What was left out of measurements, since the rules have changed since it was played."""

    @classmethod
    def open(cls, where: str | Path) -> Self:
        """The database at a path or a URL `postgresql://…`, which must exist."""
        database = open_database(where, must_exist=True)
        try:
            with database_errors(database.name):
                current = database.version() == SCHEMA
            if not current:
                _migrate_copy(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    def without(self, matches: Mapping[int, str]) -> Reader:
        """The same open database, read without some matches, each with the reason."""
        self._settle()
        found = Reader(self._database)
        found.left_out |= {**self.left_out, **matches}
        found.outdated = self.outdated
        return found

    def close(self) -> None:
        """Close the database."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    run = _reads(queries.run)
    plan = _reads(queries.plan)
    runs = _reads(queries.runs)
    games_played = _reads(queries.games_played)
    match = _reads(queries.match)
    left = _reads(queries.left)
    statuses = _reads(queries.statuses)
    steps = _reads(queries.steps)
    calls_at = _reads(queries.calls_at)
    turns = _reads(queries.turns)
    broken_off = _reads(queries.broken_off)
    answers = _reads(tallies.answers)
    usage_of = _reads(tallies.usage_of)
    program = _reads(program_of)
    programs = _reads(programs_of)
    workers = _reads(workers_of)
    progress = _reads(progress_of)
    runs_going_on = _reads(runs_going_on)
    deadly_matches = _reads(deadly_matches)

    def is_playing(self, run: str) -> bool:
        """Whether some process plays the run at this moment."""
        return self.is_claimed(run) or any(worker.joined for worker in self.workers(run).alive)

    def is_claimed(self, run: str) -> bool:
        """Whether some process leads the run at this moment."""
        number, known = self._read(lambda query: queries.number_and_id(query, run))
        with database_errors(self.name):
            return self._database.is_claimed(known, number)

    def matches(self, run: str) -> list[StoredMatch]:
        """The matches of a run, in the order they were planned, without those in `left_out`."""
        return self._read(lambda query: queries.matches(query, run, self.left_out))

    def steps_of_run(self, run: str) -> dict[int, list[Step]]:
        """The complete steps of the matches of a run by id, without ids of tokens; those without any are left
        out."""
        return self._read(lambda query: queries.steps_of_run(query, run, self.left_out))

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
                with database_errors(self.name), readable(self.name), self._database.open() as query:
                    for match in queries.results(query, run, game, unreadable):
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

    def columns(
        self,
        *,
        run: str | None = None,
        game: str | None = None,
        finished: bool = False,
        unreadable: Callable[[str], None] | None = None,
    ) -> MatchColumns:
        """The matches of a run in the order they were planned, or of all runs, as columns, without those in
        `left_out`.

        A damaged match is left out and passed to `unreadable`; without that, it raises `StoreError`.
        """
        from agonist.store.runs.matches_as_arrays import match_columns  # NumPy takes long to load

        def read() -> MatchColumns:
            damaged = list[str]()
            found = self._read(
                partial(
                    match_columns,
                    run=run,
                    game=game,
                    finished=finished,
                    without=self.left_out,
                    unreadable=None if unreadable is None else damaged.append,
                )
            )
            for why in damaged:
                assert unreadable is not None
                unreadable(why)
            return found

        try:
            return read()
        except UndecodableText:
            new = self._without_text()
            if unreadable is None or not new:
                raise
            for why in new.values():
                unreadable(why)
            return read()

    def tallies(self, *, run: str | None = None, game: str | None = None) -> list[Tally]:
        """The usage of each seat of each match, finished or not; seats without any call are left out."""
        found = self._read(lambda query: tallies.tallies(query, run=run, game=game))
        return [tally for tally in found if tally.match not in self.left_out]

    def tally_sums(self, run: str, matches: MatchColumns, examples: int) -> TallySums:
        """The tallies of these matches of a run, added up by player; `examples`: as in `tally_sums`."""
        from agonist.store.runs.tally_sums import tally_sums

        return self._read(lambda query: tally_sums(query, run, matches, examples))

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
            found = undecodable(self._database)
        new = {match: why for match, why in found.items() if match not in self.left_out}
        if new:
            self.left_out |= new
            self._database.replace_undecodable()
        return new

    def _settle(self) -> None:
        """Called before each read. Nothing is queued here; `Store` waits for its own writes."""

    def _read(self, read: Callable[[Query], Found]) -> Found:
        self._settle()
        with database_errors(self.name), readable(self.name), self._database.open() as query:
            return read(query)


def _migrate_copy(database: Database) -> None:
    """Migrate the tables of an older version, in a copy. Raises `StoreError` for what cannot be read."""
    from agonist.store.engines.transactions import engine_of
    from agonist.store.runs.schema_version import set_up

    database.read_copy()
    may_migrate = database.read_only
    set_up_file = partial(set_up, where=database.name, must_exist=True, may_migrate=may_migrate)
    engine_of(database, set_up_file).dispose()
