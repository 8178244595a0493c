"""What happened, as each seat heard it.

A state carries one `Log`; a view carries the part its seat heard. An event is a plain
tuple, its kind first: `("clue", 2, "it is sweet")`. A secret is told twice: the public half to
all, the private half to its owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agonist.core.seats import Seat

Event: TypeAlias = tuple[Any, ...]
"""A kind and its details, all plain values."""

Log: TypeAlias = tuple[tuple[tuple[int, ...] | None, Event], ...]
"""Events in order, each with the seats that heard it; `None` for all, bystanders too."""


def tell(log: Log, *event: Any, to: Iterable[Seat] | None = None) -> Log:
    """The log with one more event, heard by these seats only, or by all and any bystander."""
    return (*log, (None if to is None else tuple(to), event))


def heard(log: Log, seat: Seat | None) -> tuple[Event, ...]:
    """What one seat heard; for `None`, what a bystander heard.

    >>> log = tell(tell((), "card", "ace", to=[0]), "dealt")
    >>> heard(log, 0), heard(log, 1), heard(log, None)
    ((('card', 'ace'), ('dealt',)), (('dealt',),), (('dealt',),))
    """
    # A log of thousands of events is read at every step: only what is new of it is looked through.
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
"""The two logs that were last read for each seat, the latest first, and what that seat heard of them."""
