"""Clocks: the time that people have for a match, which runs while they are asked."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Final

from agonist.core import Seat, UsageError
from agonist.store import Store
from agonist.store.platform.human_tables import Table, asked_again, clocked, set_clock

MOST_MINUTES: Final = 600
MOST_INCREMENT: Final = 600

GRACE_SECONDS: Final = 1.0
"""Seconds after which no answer can still be on its way."""


def settings(minutes: str, increment: str) -> tuple[float | None, float]:
    """Seconds for the match and for each answer, from typed minutes and seconds; without minutes, no clock.

    Raises `UsageError` for invalid numbers.

    >>> settings("2.5", ""), settings("", "5")
    ((150.0, 0.0), (None, 0.0))
    """
    if not minutes.strip():
        return None, 0.0
    each = _number("minutes", minutes, 0.1, MOST_MINUTES)
    return 60 * each, _number("seconds for each answer", increment.strip() or "0", 0, MOST_INCREMENT)


def left(table: Table, seat: Seat, *, is_asked: bool, now: float | None = None) -> float | None:
    """A person's remaining seconds, at least 0; `None` without a clock. `is_asked`: their clock runs."""
    chair = table.chair(seat)
    if chair is None or chair.clock is None:
        return None
    now = time.time() if now is None else now
    ran = now - table.asked if is_asked and table.asked is not None else 0.0
    return max(chair.clock - max(ran, 0.0), 0.0)


def stop(store: Store, table: Table, seat: Seat, now: float) -> None:
    """Stop the clock of somebody who has answered, and add the increment."""
    rest = left(table, seat, is_asked=True, now=now)
    if rest is not None:
        set_clock(store, table.match, seat, rest + table.increment)


def overdue(table: Table, seats: Iterable[Seat], now: float) -> list[Seat]:
    """The people who are asked and have no time left."""
    if table.asked is None:
        return []
    return [seat for seat in seats if left(table, seat, is_asked=True, now=now - GRACE_SECONDS) == 0.0]


def next_deadline(table: Table, seats: Iterable[Seat], now: float) -> float | None:
    """Seconds until the first clock of those who are asked has run out; `None` if none runs."""
    rests = [left(table, seat, is_asked=True, now=now) for seat in seats]
    running = [rest for rest in rests if rest is not None]
    return min(running) + GRACE_SECONDS if running and table.asked is not None else None


def after_restart(store: Store) -> list[int]:
    """Restart the clocks of open questions after the server was down; returns the matches with clocks."""
    found = clocked(store)
    for match in found:
        asked_again(store, match, time.time())
    return found


def _number(what: str, text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not low <= value <= high:
        raise UsageError(f"{what}: a number from {low:g} to {high:g}, not {text[:20]!r}")
    return value
