"""One call on its way: how often it was sent, and whether anybody still waits for its answer.

A call goes through several layers (budget, retries, connection). What all of them need to know of it travels
beside them in a context variable, so that models of users need not pass it on.
"""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agonist.models.errors import ProviderError, RateLimited
from agonist.models.protocol import Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

_current: ContextVar[Flight | None] = ContextVar("flight", default=None)


@dataclass(eq=False, slots=True)
class Flight:
    """One call: every request that was sent for it, retries included."""

    sent: int = 0
    """Requests sent until now."""
    open: int = 0
    """Of those, how many are under way (0 or 1)."""
    unanswered: int = 0
    """Of those, how many the provider may charge for though they gave no answer."""
    limited: int = 0
    """Of those, how many were refused as too many (429)."""
    abandoned: bool = False
    """Nobody waits for the answer: the request under way is the last one."""
    usage: Usage = field(default_factory=Usage)
    """What one unanswered request is charged as."""
    cost: float | None = None
    """The same in dollars; `None` where no price is known."""
    on_failure: Callable[[ProviderError], None] | None = None
    """Hears of each request that failed, as soon as it has."""

    def request(self) -> _Request:
        """Around one request, from sending to the last byte."""
        return _Request(self)


class _Request:
    """One request of a flight. A class, since there are many, and a generator takes three times as long."""

    __slots__ = ("_flight",)

    def __init__(self, flight: Flight) -> None:
        self._flight = flight

    def __enter__(self) -> None:
        self._flight.sent += 1
        self._flight.open += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        flight = self._flight
        flight.open -= 1
        if isinstance(error, ProviderError):
            flight.unanswered += error.billed
            flight.limited += isinstance(error, RateLimited)
            if flight.on_failure is not None:
                flight.on_failure(error)
        elif error is not None:
            flight.unanswered += 1


def current_flight() -> Flight:
    """The call that the running task makes; a new one that nobody watches if there is none."""
    return _current.get() or Flight()


@contextmanager
def flying(flight: Flight) -> Iterator[Flight]:
    """Make this the call of the running task."""
    token = _current.set(flight)
    try:
        yield flight
    finally:
        _current.reset(token)
