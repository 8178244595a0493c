"""The interface of the database."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager, suppress
from copy import copy
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, Self, TypeVar

from sqlalchemy import ColumnElement, Connection, Engine, Executable, Select, update

from agonist.match import Fixture, Match, Step
from agonist.models.current_waits import waiting
from agonist.players.model_call_record import ModelCall
from agonist.store.engines.database import Database
from agonist.store.engines.failure import LeaseLost, StoreError, database_errors
from agonist.store.engines.opening import open_database
from agonist.store.engines.sqlite_files import PATIENCE
from agonist.store.engines.transactions import WRITES, engine_of, until_committed
from agonist.store.runs import insertion, queries
from agonist.store.runs.damage import readable
from agonist.store.runs.match_ids_from_callers import MatchName, known_number
from agonist.store.runs.public_ids import key_of_ids, public_id
from agonist.store.runs.query_results import BROKEN_OFF
from agonist.store.runs.reader import Reader
from agonist.store.runs.removal import remove_run
from agonist.store.runs.repeated_prompts import SentTexts
from agonist.store.runs.row_conversion import end_row
from agonist.store.runs.schema import RUNS
from agonist.store.runs.schema_version import set_up
from agonist.store.runs.serialization import printable
from agonist.store.runs.write_orders import (
    Answered,
    BrokenOff,
    Changed,
    Finished,
    Order,
    Permit,
    Stepped,
    Written,
    lost_permits,
    rows_of,
    step_and_call_rows,
    write,
)
from agonist.store.runs.writer_thread import LIMIT, PAUSE, SOON, Writer

Found = TypeVar("Found")

BEAT: Final = 0.5
"""Seconds between two checks that a claimed database still exists and is still claimed by us."""

AT_ONCE: Final = 1_000
"""Values that one query looks for."""

LOCKED: Final = 3.0
"""Seconds after which a run shows that it waits for the database."""


class Store(Reader):
    """One open database, to read and to write.

    `begin`, `add_call`, `add_step`, `add_broken_off`, `finish` and `suspend` return at once (see `Writer`);
    all other methods wait for the disk. Reads include everything queued before. Every method raises
    `StoreError` when the database fails; what was committed before stays intact. Calls are written as they
    are answered; a complete step is written in one transaction with all its calls, which replace those
    written before. So a process killed at any moment leaves matches that can be resumed, and loses no answer
    that was paid for.
    """

    def __init__(
        self, database: Database, engine: Engine, *, limit: int = LIMIT, longest: float = PAUSE
    ) -> None:
        super().__init__(database)
        self._engine = engine
        self._checks: list[Callable[[], None]] = [] if database.read_only else [database.check]
        """Checks before each write; each raises `StoreError` if nothing more may be written."""
        self._writer = Writer(self._write, limit=limit, longest=longest)
        self._texts = SentTexts()
        self._recorded: set[tuple[int, int]] = set()
        """Steps (match, step) with calls on disk that are not complete yet."""
        self.permit: Permit | None = None
        """What queued writes need, if anything."""
        self._lost: set[Permit] = set()
        self._key_of_ids: bytes | None = None

    @classmethod
    def open(cls, where: str | Path, *, must_exist: bool = False, patience: float = PATIENCE) -> Store:
        """The database at a path or a URL `postgresql://…`; created if missing, unless it must exist.

        `patience`: seconds to wait for a lock that another process holds.
        """
        database = open_database(where, must_exist=must_exist, patience=patience)
        try:
            make = partial(set_up, where=database.name, must_exist=must_exist)
            return cls(database, engine_of(database, make))
        except BaseException:
            database.close()
            raise

    def close(self) -> None:
        """Write what is queued and close; raises a failure that was not raised before."""
        self._writer.close()
        super().close()
        self._engine.dispose()  # and what threads still use is closed when they hand it back
        if self._writer.failure is not None and not self._writer.told:
            raise self._writer.failure

    # Runs

    def start_run(
        self, plan: Mapping[str, Any], fixtures: Sequence[Fixture], *, imported: bool = False
    ) -> str:
        """Write a run with status `running` and all its matches, or nothing; returns its new id.

        Unless it is `imported`, which nobody plays, it raises what `claim` would raise of every run here.
        Users and passwords are removed from addresses in the plan; in a fixture they raise `UsageError`.
        """

        if not imported:
            self._database.expect_claims()

        def write_all(connection: Connection) -> str:
            number, run = insertion.insert_run(connection, plan)
            insertion.insert_matches(connection, number, fixtures)
            return run

        run = self.change(write_all)
        with suppress(StoreError):
            # The plan is stored even if this fails. If the disk is full, writing the first step reports it,
            # and by then the caller knows which run to resume.
            self._database.settle()
        return run

    def add_fixtures(
        self, run: str, fixtures: Sequence[Fixture], plan: Mapping[str, Any] | None = None
    ) -> None:
        """Add planned matches to a run, and replace its plan if one is given; all of it or nothing."""
        number, _ = self._number_and_id(run)

        def write_all(connection: Connection) -> None:
            insertion.insert_matches(connection, number, fixtures)
            if plan is not None:
                insertion.replace_plan(connection, number, plan)

        self.change(write_all)

    def set_status(self, run: str, status: str, note: str = "") -> None:
        """Write the run's status and its reason, after everything that is queued."""
        number, _ = self._number_and_id(run)
        values = {"status": status, "note": printable(note)}
        self.change(
            lambda connection: connection.execute(update(RUNS).where(RUNS.c.number == number), values)
        )

    def remove_run(self, run: str) -> None:
        """Remove a run with its matches and calls; nothing is removed if this raises.

        Raises `StoreError` while some process plays it, and `UsageError` for a run of the site.
        """
        number, name = self._number_and_id(run)
        with self.claim(name):
            self.change(lambda connection: remove_run(connection, number, name))

    @contextmanager
    def claim(self, run: str) -> Iterator[None]:
        """Claim a run: no other process can play it meanwhile. Raises `StoreError` if another process has it.

        If the claim is lost or the database is removed, nothing more is written, and the next call that would
        write raises `StoreError`.
        """
        number, known = self._number_and_id(run)
        self._refuse_read_only()
        with self._database.claim(known, number) as check:
            self._checks.append(check)
            try:
                with self._watching():
                    yield
            finally:
                self._checks.remove(check)

    @contextmanager
    def _watching(self) -> Iterator[None]:
        """Run the checks in a thread while this is open, so that a run that only waits notices too."""
        over = threading.Event()

        def look() -> None:
            while not over.wait(BEAT):
                try:
                    self._check()
                except StoreError as error:
                    self._writer.fail(error)
                    return

        thread = threading.Thread(target=look, name="agonist claim", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()

    def _check(self) -> None:
        for check in tuple(self._checks):
            check()

    def _refuse_read_only(self) -> None:
        if self._database.read_only:
            where = f"{self.name} cannot be written to"
            raise StoreError(f"{where}: the file, its folder or its disk is read-only")

    # Reading

    def public_id(self, match: int) -> str:
        """An opaque id of a match for agents and endpoints, the same when it is resumed.

        The first one waits for the disk, unless `has_key_of_ids`.
        """
        if self._key_of_ids is None:
            self._key_of_ids = self.read(key_of_ids) or self.change(partial(key_of_ids, make=True))
            assert self._key_of_ids is not None
        return public_id(self._key_of_ids, match)

    @property
    def has_key_of_ids(self) -> bool:
        """Whether the key of all public ids has been read."""
        return self._key_of_ids is not None

    def recorded(self, match: MatchName) -> list[ModelCall]:
        """The calls of the incomplete step of a match, in order."""
        step, calls = self._read(lambda query: queries.recorded(query, match))
        if calls:
            self._recorded.add((known_number(match), step))
        return calls

    def _number_and_id(self, run: str) -> tuple[int, str]:
        return self._read(lambda query: queries.number_and_id(query, run))

    def _settle(self) -> None:
        self._writer.settle()

    def _without_text(self) -> dict[int, str]:
        found = super()._without_text()
        if found:
            self._engine.dispose()
        return found

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """An open connection for reading rows as they come; what is queued is written before."""
        self._settle()
        with database_errors(self.name), readable(self.name), self._engine.connect() as connection:
            yield connection

    def read(self, read: Callable[[Connection], Found]) -> Found:
        """The result of a query; what is queued is written before."""
        self._settle()
        with database_errors(self.name), readable(self.name), self._engine.connect() as connection:
            return read(connection)

    def rows(self, query: Executable) -> list[Any]:
        """All rows of a query."""
        return self.read(lambda connection: list(connection.execute(query)))

    def rows_among(self, query: Select[Any], column: ColumnElement[Any], some: Iterable[Any]) -> list[Any]:
        """The rows in which a column is one of these values; one query for each thousand of them."""
        found, rest = list[Any](), iter(some)
        while part := list(islice(rest, AT_ONCE)):
            found += self.rows(query.where(column.in_(part)))
        return found

    def row(self, query: Executable) -> Any:
        """The row of a query that has one at most; `None` without any."""
        return self.read(lambda connection: connection.execute(query).one_or_none())

    def values(self, query: Executable) -> list[Any]:
        """The first column of a query."""
        return self.read(lambda connection: list(connection.execute(query).scalars()))

    def value(self, query: Executable) -> Any:
        """The first column of the first row of a query; `None` without any."""
        return self.read(lambda connection: connection.execute(query).scalar())

    def change(self, change: Callable[[Connection], Found]) -> Found:
        """Change the database in one transaction, at once; nothing is changed if `change` raises.

        A transaction that PostgreSQL ends because of others is repeated: so `change` must do no more than use
        its connection.
        """

        def once() -> Found:
            self._refuse_read_only()
            self._check()
            with self._engine.execution_options(**WRITES).begin() as connection:
                return change(connection)

        with database_errors(self.name):
            return until_committed(once)

    # Writing, queued

    def begin(self, match: MatchName) -> None:
        """Mark the match as being played, for the first time or again."""
        self._put(Changed(known_number(match), self.permit, {"status": "playing", "error": ""}))

    def add_step(self, match: MatchName, nth: int, step: Step) -> None:
        """Write a step that has been played, the `nth` of its match from 0."""
        self.add_steps(match, nth, [step])

    def add_steps(self, match: MatchName, first: int, steps: Sequence[Step]) -> None:
        """Write steps that have been played; `first` is the number of the first, from 0."""
        number = known_number(match)
        rows, calls = step_and_call_rows(number, first, steps)
        paid = bool(calls) and any(call.row["request"] for call in calls)
        self._put(Stepped(number, self.permit, rows, calls), SOON if paid else PAUSE)

    def add_call(self, match: MatchName, step: int, nth: int, call: ModelCall) -> None:
        """Write the `nth` call (from 0) of a step that is being played; `add_step` replaces these calls."""
        self._put(Answered(known_number(match), self.permit, step, nth, call), SOON)

    def add_broken_off(self, match: MatchName, calls: Sequence[ModelCall]) -> None:
        """Write calls that belong to no step: they count in tallies, and are not replayed."""
        number = known_number(match)
        self._put(BrokenOff(number, self.permit, rows_of(number, BROKEN_OFF, calls)), SOON)

    def finish(
        self,
        match: MatchName,
        played: Match,
        seconds: float,
        *,
        keeps_prompts: bool = True,
        steps_from: int | None = None,
    ) -> None:
        """Mark the match as finished; `seconds` is how long it took. Unless it `keeps_prompts`, what was sent
        to models is deleted. `steps_from`: the number of the first step that was not written yet, if any."""
        number = known_number(match)
        first = len(played.steps) if steps_from is None else steps_from
        rows, calls = step_and_call_rows(number, first, played.steps[first:])
        texts = [row[2] for row in rows] if first == 0 else ()
        row = end_row(played, seconds, texts)
        order = Finished(number, self.permit, row, keeps_prompts, rows, calls)
        self._put(order)

    def suspend(self, match: MatchName, status: str, error: str) -> None:
        """Mark the match as `suspended`, `broken` or `void`, with the reason."""
        self._put(Changed(known_number(match), self.permit, {"status": status, "error": printable(error)}))

    def flush(self) -> None:
        """Wait until all that is queued is on disk; raises `StoreError` if it cannot be."""
        self._writer.flush()

    def under(self, permit: Permit) -> Self:
        """The same open database, whose queued writes are made only while the permit lasts.

        Once it is lost, they are dropped, and later ones raise `LeaseLost`.
        """
        found = copy(self)
        found.permit = permit
        return found

    def has_lost(self, permit: Permit) -> bool:
        """Whether a write was dropped because this permit is lost."""
        return permit in self._lost

    def _put(self, order: Order, within: float = PAUSE) -> None:
        # A permit takes as long to hash as all else here, and hardly any is ever lost.
        if self._lost and order.permit in self._lost:
            raise LeaseLost(f"match {order.match} has been taken over by another process")
        self._writer.put(order, within=within)

    def _write(self, orders: Sequence[Order]) -> None:
        why = f"the database {self.name}, which another process may have locked"
        locked = waiting(why, shown_after=LOCKED)

        def write_all(connection: Connection) -> tuple[Set[Permit], Written]:
            lost = lost_permits(connection, orders)
            writable = [order for order in orders if order.permit not in lost] if lost else orders
            return lost, write(connection, writable, self._recorded, self._texts)

        with locked:
            lost, written = self.change(write_all)
        self._lost |= lost
        self._recorded |= written.calls
        self._recorded -= written.steps
        self._texts.update(written.texts)
