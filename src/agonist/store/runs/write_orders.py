"""Orders: what the writer thread writes about matches, many in one transaction.

Each order names its match and, if it has one, the permit under which it is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple, Protocol, Self, TypeAlias

from sqlalchemy import Connection, Dialect, Table, bindparam, delete, func, select, update

from agonist.match import Step
from agonist.models.protocol import Message, TokenIds
from agonist.players.model_call_record import ModelCall
from agonist.store.engines.transactions import Asked
from agonist.store.runs.match_end_tallies import NO_CALLS
from agonist.store.runs.packed_tokens import token_columns
from agonist.store.runs.query_results import BROKEN_OFF
from agonist.store.runs.repeated_prompts import SentTexts, sent_rows
from agonist.store.runs.row_conversion import Row, StepRow, call_rows, step_row
from agonist.store.runs.schema import CALL_TOKENS, MATCHES, MODEL_CALLS, SENT, STEPS
from agonist.store.runs.usage_and_answers import tallies_of_ended

MatchKey: TypeAlias = tuple[int, int]
"""A match and the number of a step."""

# Each statement is executed once a transaction, whatever the number of matches.
CALLS_OF_STEP: Final = [
    delete(table).where(table.c.match == bindparam("in_match"), table.c.step == bindparam("at"))
    for table in (MODEL_CALLS, SENT, CALL_TOKENS)
]
MANY_BROKEN_OFF: Final = select(func.count()).where(
    MODEL_CALLS.c.match == bindparam("of_match"), MODEL_CALLS.c.step == BROKEN_OFF
)
SENT_IN: Final = delete(SENT).where(SENT.c.match.in_(bindparam("matches", expanding=True)))
# Of a match that has ended, so that what was summed at its end does not hold any more.
UNCOUNTED: Final = (
    update(MATCHES)
    .where(MATCHES.c.id.in_(bindparam("matches", expanding=True)), MATCHES.c.usage.is_not(None))
    .values(usage=None)
)
VALUES_OF_STATEMENT: Final = 500
"""The most values of one insertion; SQLite allows 32,766."""


class Permit(Protocol):
    """The right to write a match, which another process may have taken over since; it can be hashed."""

    @classmethod
    def lost(cls, connection: Connection, permits: Set[Self], /) -> Set[Self]:
        """Those of these permits that are lost; the others last until the end of the transaction."""
        ...


class CallRow(NamedTuple):
    """A row of `model_calls`, what was sent, and the tokens where they are known."""

    row: Row
    sent: Sequence[Message]
    tokens: TokenIds | None = None

    def at(self, nth: int) -> CallRow:
        """The same as the `nth` call of its step."""
        return self._replace(row=self.row | {"nth": nth})


def rows_of(match: int, step: int, calls: Sequence[ModelCall]) -> list[CallRow]:
    """Rows of these calls, in order. Raises `StoreError` for calls that cannot be stored."""
    return [
        CallRow(row, call.sent, call.token_ids)
        for row, call in zip(call_rows(match, step, calls), calls, strict=True)
    ]


class Stepped(NamedTuple):
    """Steps that were played, with all their calls."""

    match: int
    permit: Permit | None
    rows: Sequence[StepRow]
    calls: Sequence[CallRow]


class Answered(NamedTuple):
    """A call of a step that is being played."""

    match: int
    permit: Permit | None
    step: int
    nth: int
    call: ModelCall

    def as_row(self) -> CallRow:
        (row,) = rows_of(self.match, self.step, [self.call])
        return row.at(self.nth)


class BrokenOff(NamedTuple):
    """Calls that belong to no step."""

    match: int
    permit: Permit | None
    calls: Sequence[CallRow]


class Changed(NamedTuple):
    """New values of columns of `matches`."""

    match: int
    permit: Permit | None
    row: Row


class Finished(NamedTuple):
    """The columns of `matches` that are filled at its end, and whether its prompts are kept; before that, its
    last steps, as in `Stepped`."""

    match: int
    permit: Permit | None
    row: Row
    keeps_prompts: bool
    rows: Sequence[StepRow] = ()
    calls: Sequence[CallRow] = ()


Order: TypeAlias = Stepped | Answered | BrokenOff | Changed | Finished


class Written(NamedTuple):
    """The steps (match, step) now complete, those of which only single calls were written, and the texts that
    were sent."""

    steps: set[MatchKey]
    calls: set[MatchKey]
    texts: SentTexts


def lost_permits(connection: Connection, orders: Sequence[Order]) -> Set[Permit]:
    """The permits of these orders that are lost; the others last until the end of the transaction."""
    # Most orders have the same one, as the same object: a hash of each would take longer than all else here.
    permits = {*{id(order.permit): order.permit for order in orders if order.permit is not None}.values()}
    kinds = {type(permit) for permit in permits}
    return {
        lost
        for kind in kinds
        for lost in kind.lost(connection, {each for each in permits if type(each) is kind})
    }


def write(
    connection: Connection,
    orders: Sequence[Order],
    recorded: Collection[MatchKey],
    known: SentTexts,
) -> Written:
    """Write new steps, then calls, then other changes.

    `recorded`: steps of which single calls are on disk; the complete steps replace these calls. `known`: the
    texts that were sent before.
    """
    of_kind = defaultdict[type, list[Any]](list)
    for order in orders:
        of_kind[type(order)].append(order)
    steps: list[Stepped | Finished] = of_kind[Stepped] + of_kind[Finished]
    rows = [row for order in steps for row in order.rows]
    answered: list[Answered] = of_kind[Answered]
    ended: list[Finished] = of_kind[Finished]
    single, complete = list[CallRow](), set[MatchKey]()
    if answered or recorded:
        complete = {row[:2] for row in rows}
        # Converted to rows only now, since most belong to a complete step by now.
        single = [order.as_row() for order in answered if (order.match, order.step) not in complete]
        if again := complete.intersection(recorded):
            for of_step in CALLS_OF_STEP:
                connection.execute(of_step, [{"in_match": match, "at": at} for match, at in again])
    if rows:
        insert_values(connection, STEPS, tuple(STEPS.columns.keys()), rows)
    apart = single + _broken_off(connection, of_kind[BrokenOff])
    texts = SentTexts()
    if calls := [call for order in steps for call in order.calls] + apart:
        insert_rows(connection, MODEL_CALLS, [call.row for call in calls])
    if requests := [call for call in calls if call.sent]:
        sent, texts = sent_rows(connection, [(call.row, call.sent) for call in requests], known)
        insert_rows(connection, SENT, sent)
    if with_tokens := [_token_row(call.row, call.tokens) for call in calls if call.tokens is not None]:
        insert_rows(connection, CALL_TOKENS, with_tokens)
    changes: dict[int, Row] = {}
    for order in orders:
        if isinstance(order, Changed | Finished):
            before = changes.get(order.match)
            changes[order.match] = order.row if before is None else before | order.row
    if ended:
        usage = tallies_of_ended(Asked(connection), [order.match for order in ended])
        for order in ended:
            changes[order.match] |= {"usage": usage.get(order.match, NO_CALLS)}
        if without := [order.match for order in ended if not order.keeps_prompts]:
            connection.execute(SENT_IN, {"matches": without})
    if late := {call.row["match"] for call in apart}.difference(changes):
        connection.execute(UNCOUNTED, {"matches": sorted(late)})
    for names, values in _alike(changes).items():
        connection.exec_driver_sql(_change(connection.dialect, names), values)
    return Written(complete, {(call.row["match"], call.row["step"]) for call in single}, texts)


def _token_row(row: Row, tokens: TokenIds) -> Row:
    """The row of `call_tokens` of a call."""
    return {"match": row["match"], "step": row["step"], "nth": row["nth"], **token_columns(tokens)}


def _broken_off(connection: Connection, orders: Sequence[BrokenOff]) -> list[CallRow]:
    """The rows of these calls. A match may be interrupted more than once: the numbering continues."""
    found, next_of = list[CallRow](), dict[int, int]()
    for order in orders:
        if order.match not in next_of:
            many = connection.execute(MANY_BROKEN_OFF, {"of_match": order.match}).scalar_one()
            next_of[order.match] = many
        found += [call.at(next_of[order.match] + call.row["nth"]) for call in order.calls]
        next_of[order.match] += len(order.calls)
    return found


def step_and_call_rows(match: int, first: int, steps: Sequence[Step]) -> tuple[list[StepRow], list[CallRow]]:
    """The rows of these steps, and of their calls."""
    rows = [step_row(match, nth, step) for nth, step in enumerate(steps, start=first)]
    calls = [
        call
        for nth, step in enumerate(steps, start=first)
        if step.calls
        for call in rows_of(match, nth, step.calls)
    ]
    return rows, calls


def insert_rows(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows with the same columns in the same order: all but those that the database fills."""
    insert_values(connection, table, tuple(rows[0]), [tuple(row.values()) for row in rows])


def insert_values(
    connection: Connection, table: Table, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]]
) -> None:
    """Insert rows with these columns.

    They are handed to the driver as they are: preparing each value takes twice as long as writing it, and
    changes nothing, since all are numbers, text and bytes. PostgreSQL copies them, for which this process
    needs a tenth of the time of statements. In SQLite a statement takes many rows: two fifths of the time,
    and the interpreter's lock changes hands once instead of once a row.
    """
    if connection.dialect.name == "postgresql":
        names = ", ".join(map(connection.dialect.identifier_preparer.quote, columns))
        driver: Any = connection.connection.dbapi_connection
        with (
            driver.cursor() as cursor,
            cursor.copy(f"COPY {table.name} ({names}) FROM STDIN") as copy,
        ):
            for row in rows:
                copy.write_row(row)
        return
    together = VALUES_OF_STATEMENT // len(columns)
    whole = len(rows) - len(rows) % together
    if whole:
        statement = _insertion(connection.dialect, table, columns, together)
        for first in range(0, whole, together):
            values = chain.from_iterable(rows[first : first + together])
            connection.exec_driver_sql(statement, tuple(values))
    if rest := rows[whole:]:
        connection.exec_driver_sql(_insertion(connection.dialect, table, columns, 1), list(rest))


@lru_cache(maxsize=16)
def _insertion(dialect: Dialect, table: Table, columns: tuple[str, ...], rows: int) -> str:
    quoted = dialect.identifier_preparer.quote
    row = f"({', '.join('?' * len(columns))})"
    names = ", ".join(map(quoted, columns))
    return f"INSERT INTO {quoted(table.name)} ({names}) VALUES {', '.join([row] * rows)}"


@lru_cache(maxsize=64)
def _change(dialect: Dialect, names: tuple[str, ...]) -> str:
    mark = _mark(dialect)
    changed = ", ".join(f"{dialect.identifier_preparer.quote(name)} = {mark}" for name in names)
    return f"UPDATE {MATCHES.name} SET {changed} WHERE id = {mark}"


def _mark(dialect: Dialect) -> str:
    """How the driver marks the place of a value."""
    return "?" if dialect.name == "sqlite" else "%s"


def _alike(changes: Mapping[int, Row]) -> Mapping[tuple[str, ...], list[tuple[Any, ...]]]:
    """Changes of matches as values, grouped by columns, so that one statement writes each group."""
    found: dict[tuple[str, ...], list[tuple[Any, ...]]] = {}
    for match, row in changes.items():
        found.setdefault(tuple(row), []).append((*row.values(), match))
    return found
