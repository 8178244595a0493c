"""The events of a match, as each seat saw them.

A state carries one `Log`; a view carries the events its seat may know. An event is a plain tuple
with its kind first: `("clue", 2, "it is sweet")`. A secret makes two events: one for everybody
without the secret, one for its owner with it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from agonist.core.seats import Seat

Event: TypeAlias = tuple[Any, ...]
"""A kind and its details, all plain values."""

Log: TypeAlias = tuple[tuple[tuple[int, ...] | None, Event], ...]
"""Events in order, each with the seats that may know it; `None` for all, bystanders included."""


def add_event(log: Log, *event: Any, to: Iterable[Seat] | None = None) -> Log:
    """The log with one more event, known to these seats only; without `to`, to everybody and bystanders."""
    return (*log, (None if to is None else tuple(to), event))


def log_of(events: Iterable[Event], seat: Seat | None, private: Container[str]) -> Log:
    """A log from which this seat reads just these events; it alone knows those of the kinds `private`.

    >>> log_of([("card", "ace"), ("dealt",)], 0, {"card"})
    (((0,), ('card', 'ace')), (None, ('dealt',)))
    """
    alone = None if seat is None else (seat,)
    return tuple((alone if event[0] in private else None, event) for event in events)


def events_for(log: Log, seat: Seat | None) -> tuple[Event, ...]:
    """The events that one seat may know; for `None`, those that a bystander may know.

    >>> log = add_event(add_event((), "card", "ace", to=[0]), "dealt")
    >>> events_for(log, 0), events_for(log, 1), events_for(log, None)
    ((('card', 'ace'), ('dealt',)), (('dealt',),), (('dealt',),))
    """
    # A log of thousands of events is read at every step, so only the new events are filtered.
    kept = _READ.get(seat, ())
    for before, known in kept:
        if before is log:
            return known
    before, known = next(((old, events) for old, events in kept if log[: len(old)] == old), ((), ()))
    fresh = [event for seats, event in log[len(before) :] if seats is None or seat in seats]
    found = (*known, *fresh) if fresh else known
    _READ[seat] = ((log, found), *kept[:1])
    return found


_READ: Final[dict[Seat | None, tuple[tuple[Log, tuple[Event, ...]], ...]]] = {}
"""For each seat, the two logs last read, the latest first, with the events that seat may know."""
