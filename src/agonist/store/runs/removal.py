"""Removing a run with everything that belongs to it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Connection, Table, delete, select
from sqlalchemy.exc import IntegrityError

from agonist.core import UsageError
from agonist.store.runs.schema import (
    CALL_TOKENS,
    MATCHES,
    META,
    MODEL_CALLS,
    PROGRAMS,
    PROMPTS,
    RUN_RATES,
    RUN_WORKERS,
    RUNS,
    SENT,
    STEPS,
)

OF_MATCHES: Final[list[Table]] = [MODEL_CALLS, SENT, CALL_TOKENS, STEPS]
"""Tables whose rows go with their matches. A further part adds what it has computed from matches."""


def remove_run(connection: Connection, number: int, name: str) -> None:
    """Remove a run, its matches, steps and calls, and results that were computed from them.

    Raises `UsageError` if other tables refer to it, as those of ladders do.
    """
    matches = select(MATCHES.c.id).where(MATCHES.c.run == number)
    try:
        for table in OF_MATCHES:
            connection.execute(delete(table).where(table.c.match.in_(matches)))
        for table in (MATCHES, PROGRAMS, PROMPTS, RUN_WORKERS, RUN_RATES):
            connection.execute(delete(table).where(table.c.run == number))
        connection.execute(delete(RUNS).where(RUNS.c.number == number))
    except IntegrityError as error:
        raise UsageError(
            f"run {name} belongs to a ladder, a table or an agent of the site, and stays with it"
        ) from error
    # Boards of the site that cover the removed matches; they are made again.
    connection.execute(delete(META).where(META.c.key.startswith("kept ")))
