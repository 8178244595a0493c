"""The state of one call in flight: how often it was sent, and whether its answer is still wanted.

A call goes through several layers (budget, retries, connection). They share its state through a context
variable, so that a user's own model, which may be one of the layers, need not pass it on.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from agonist.models.errors import ProviderError, RateLimited
from agonist.models.protocol import Usage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import TracebackType

_current: ContextVar[CallState | None] = ContextVar("call", default=None)


@dataclass(eq=False, slots=True)
class CallState:
    """One call: every request that was sent for it, retries included."""

    sent: int = 0
    """Requests sent so far."""
    open: int = 0
    """Of those, how many are in flight (0 or 1)."""
    unanswered: int = 0
    """Of those, how many brought no answer and may be charged for."""
    limited: int = 0
    """Of those, how many were refused as too many (429)."""
    abandoned: bool = False
    """The answer is no longer wanted: no further request is sent."""
    usage: Usage = field(default_factory=Usage)
    """The usage charged for one unanswered request."""
    cost: float | None = None
    """The same in dollars; `None` where no price is known."""
    on_request: Callable[[], None] | None = None
    """Called before each request is sent; may raise `BudgetSpent`, and then it is not sent."""
    before_retry: Callable[[], Awaitable[None]] | None = None
    """Awaited before any further request of the call; may raise `BudgetSpent`."""
    on_failure: Callable[[ProviderError], None] | None = None
    """Called with each request that failed, as soon as it has."""

    def request(self) -> _Request:
        """Around one request, from sending to the last byte. Raises `BudgetSpent` before anything is sent."""
        return _Request(self)

    async def permit(self) -> None:
        """Wait until one more request may be sent, after the first. Raises `BudgetSpent` if none may."""
        if self.before_retry is not None and self.sent:
            await self.before_retry()

    def count(self) -> None:
        """Count a request that is about to be sent. Raises `BudgetSpent` if there must be none."""
        if self.on_request is not None:
            self.on_request()
        self.sent += 1


class _Request:
    """One request of a call. A class, since a generator-based context manager takes three times as long."""

    __slots__ = ("_call",)

    def __init__(self, call: CallState) -> None:
        self._call = call

    def __enter__(self) -> None:
        self._call.count()
        self._call.open += 1

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        call = self._call
        call.open -= 1
        if isinstance(error, ProviderError):
            call.unanswered += error.billed
            call.limited += isinstance(error, RateLimited)
            if call.on_failure is not None:
                call.on_failure(error)
        elif error is not None:
            call.unanswered += 1


def current_call() -> CallState:
    """The call that the running task makes; if there is none, a new one."""
    return _current.get() or CallState()


class making_call:  # noqa: N801  named like a function; a class for speed, as above
    """Makes this the call of the running task."""

    __slots__ = ("_call", "_token")

    def __init__(self, call: CallState) -> None:
        self._call = call

    def __enter__(self) -> CallState:
        self._token = _current.set(self._call)
        return self._call

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _current.reset(self._token)
