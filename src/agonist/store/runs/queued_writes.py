"""Orders: what the writer thread writes about matches, many in one transaction.

Each order names its match and, if it has one, the permit under which it is written.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple, Protocol, Self, TypeAlias

from sqlalchemy import Connection, Dialect, Table, bindparam, delete, func, select

from agonist.players.model_call import ModelCall
from agonist.store.runs.query_results import BROKEN_OFF
from agonist.store.runs.row_conversion import Row, call_rows
from agonist.store.runs.schema import MATCHES, MODEL_CALLS, STEPS

MatchKey: TypeAlias = tuple[int, int]
"""A match and the number of a step."""

# Each statement is executed once a transaction, whatever the number of matches.
CALLS_OF_STEP: Final = delete(MODEL_CALLS).where(
    MODEL_CALLS.c.match == bindparam("in_match"), MODEL_CALLS.c.step == bindparam("at")
)
MANY_BROKEN_OFF: Final = select(func.count()).where(
    MODEL_CALLS.c.match == bindparam("of_match"), MODEL_CALLS.c.step == BROKEN_OFF
)
VALUES_OF_STATEMENT: Final = 500
"""The most values of one insertion; SQLite and PostgreSQL allow 32,766 and 65,535."""


class Permit(Protocol):
    """The right to write a match, which another process may have taken over since; it can be hashed."""

    @classmethod
    def lost(cls, connection: Connection, permits: Set[Self], /) -> Set[Self]:
        """Those of these permits that are lost; the others last until the end of the transaction."""
        ...


class Stepped(NamedTuple):
    """A step that was played, with all its calls."""

    match: int
    permit: Permit | None
    row: Row
    calls: Sequence[Row]


class Answered(NamedTuple):
    """A call of a step that is being played."""

    match: int
    permit: Permit | None
    step: int
    nth: int
    call: ModelCall

    def as_row(self) -> Row:
        """A row of `model_calls`."""
        (row,) = call_rows(self.match, self.step, [self.call])
        return {**row, "nth": self.nth}


class BrokenOff(NamedTuple):
    """Calls that belong to no step."""

    match: int
    permit: Permit | None
    calls: Sequence[Row]


class Changed(NamedTuple):
    """New values of columns of `matches`."""

    match: int
    permit: Permit | None
    row: Row


Order: TypeAlias = Stepped | Answered | BrokenOff | Changed


class Written(NamedTuple):
    """The steps (match, step) now complete, and those of which only single calls were written."""

    steps: set[MatchKey]
    calls: set[MatchKey]


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


def write(connection: Connection, orders: Sequence[Order], recorded: Collection[MatchKey]) -> Written:
    """Write new steps, then calls, then other changes.

    `recorded`: steps of which single calls are on disk; the complete steps replace these calls.
    """
    steps = [order for order in orders if isinstance(order, Stepped)]
    answered = [order for order in orders if isinstance(order, Answered)]
    single, complete = list[Row](), set[MatchKey]()
    if answered or recorded:
        complete = {(order.match, int(order.row["nth"])) for order in steps}
        # Converted to rows only now, since most belong to a complete step by now.
        single = [order.as_row() for order in answered if (order.match, order.step) not in complete]
        if again := complete.intersection(recorded):
            connection.execute(CALLS_OF_STEP, [{"in_match": match, "at": at} for match, at in again])
    if steps:
        insert_rows(connection, STEPS, [order.row for order in steps])
    if calls := [row for order in steps for row in order.calls] + single:
        insert_rows(connection, MODEL_CALLS, calls)
    changes: dict[int, Row] = {}
    for order in orders:
        if isinstance(order, Changed):
            known = changes.get(order.match)
            changes[order.match] = order.row if known is None else known | order.row
        elif isinstance(order, BrokenOff):
            # A match may be interrupted more than once: the numbering continues.
            many = connection.execute(MANY_BROKEN_OFF, {"of_match": order.match}).scalar_one()
            if rows := [row | {"nth": many + row["nth"]} for row in order.calls]:
                insert_rows(connection, MODEL_CALLS, rows)
    for names, values in _alike(changes).items():
        connection.exec_driver_sql(_change(connection.dialect, names), values)
    return Written(complete, {(row["match"], row["step"]) for row in single})


def insert_rows(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows with the same columns in the same order: all but those that the database fills by itself.

    They are handed to the driver as they are: preparing each value takes twice as long as writing it, and
    changes nothing, since all are numbers and text. A statement takes many rows, for which SQLite needs two
    fifths of the time, and in which the interpreter's lock changes hands once instead of once a row.
    """
    columns = tuple(rows[0])
    together = VALUES_OF_STATEMENT // len(columns)
    whole = len(rows) - len(rows) % together
    if whole:
        statement = _insertion(connection.dialect, table, columns, together)
        for first in range(0, whole, together):
            values = chain.from_iterable(map(dict.values, rows[first : first + together]))
            connection.exec_driver_sql(statement, tuple(values))
    if rest := [tuple(row.values()) for row in rows[whole:]]:
        connection.exec_driver_sql(_insertion(connection.dialect, table, columns, 1), rest)


@lru_cache(maxsize=16)
def _insertion(dialect: Dialect, table: Table, columns: tuple[str, ...], rows: int) -> str:
    quoted = dialect.identifier_preparer.quote
    row = f"({', '.join([_mark(dialect)] * len(columns))})"
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
