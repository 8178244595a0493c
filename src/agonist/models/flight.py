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

    @contextmanager
    def request(self) -> Iterator[None]:
        """Around one request, from sending to the last byte."""
        self.sent += 1
        self.open += 1
        try:
            yield
        except ProviderError as error:
            self.unanswered += error.billed
            self.limited += isinstance(error, RateLimited)
            if self.on_failure is not None:
                self.on_failure(error)
            raise
        except BaseException:
            self.unanswered += 1
            raise
        finally:
            self.open -= 1


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
