"""Clock and locks of the database, since processes may run on many machines."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Final, Literal

from sqlalchemy import Connection, text

Turn = Literal["planning", "taking", "spending", "keeping", "notifying"]
TURNS: Final[dict[Turn, int]] = {"planning": 1, "taking": 2, "spending": 3, "keeping": 4, "notifying": 5}

AREA: Final = 1097297775
"""Our number among the advisory locks of a PostgreSQL database; claims of runs use the next lower one."""


def clock(connection: Connection) -> float:
    """Seconds since 1970 by the clock of the database's server."""
    if connection.dialect.name == "sqlite":
        return time.time()
    return float(connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one())


def today(now: float) -> str:
    """The day in UTC that a time belongs to.

    >>> today(0.0)
    '1970-01-01'
    """
    return datetime.fromtimestamp(now, UTC).date().isoformat()


def wait_for_turn(connection: Connection, turn: Turn) -> None:
    """Take a lock until the end of the transaction.

    On SQLite the writer has it anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT pg_advisory_xact_lock(:area, :turn)"), {"area": AREA, "turn": TURNS[turn]}
        )


def wait_for_run(connection: Connection, number: int) -> None:
    """Take the lock of what the workers of a run share, until the end of the transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(
            text("SELECT pg_advisory_xact_lock(:area, :number)"), {"area": AREA + 1, "number": number}
        )
