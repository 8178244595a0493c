"""The events of a match, as each seat saw them.

A state carries one `Log`; a view carries the events its seat may know. An event is a plain tuple
with its kind first: `("clue", 2, "it is sweet")`. A secret makes two events: one for everybody
without the secret, one for its owner with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agonist.core.seats import Seat

Event: TypeAlias = tuple[Any, ...]
"""A kind and its details, all plain values."""

Log: TypeAlias = tuple[tuple[tuple[int, ...] | None, Event], ...]
"""Events in order, each with the seats that may know it; `None` for all, bystanders included."""


def tell(log: Log, *event: Any, to: Iterable[Seat] | None = None) -> Log:
    """The log with one more event, known to these seats only; without `to`, to everybody and bystanders."""
    return (*log, (None if to is None else tuple(to), event))


def heard(log: Log, seat: Seat | None) -> tuple[Event, ...]:
    """The events that one seat may know; for `None`, those that a bystander may know.

    >>> log = tell(tell((), "card", "ace", to=[0]), "dealt")
    >>> heard(log, 0), heard(log, 1), heard(log, None)
    ((('card', 'ace'), ('dealt',)), (('dealt',),), (('dealt',),))
    """
    # A log of thousands of events is read at every step, so only the new events are filtered.
    kept = _READ.get(seat, ())
    for before, known in kept:
        if before is log:
            return known
    before, known = next(((old, own) for old, own in kept if log[: len(old)] == old), ((), ()))
    fresh = [event for ears, event in log[len(before) :] if ears is None or seat in ears]
    found = (*known, *fresh) if fresh else known
    _READ[seat] = ((log, found), *kept[:1])
    return found


_READ: Final[dict[Seat | None, tuple[tuple[Log, tuple[Event, ...]], ...]]] = {}
"""For each seat, the two logs last read, the latest first, with the events that seat may know."""
