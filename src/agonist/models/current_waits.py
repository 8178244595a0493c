"""The waits in progress, so that a run can show what it is waiting for."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from types import TracebackType

SHOWN_AFTER_SECONDS: Final = 1.0
"""Shorter waits are not shown; in seconds."""

USUAL_SHOWN_AFTER_SECONDS: Final = 30.0
"""The same for waits that are usual: for an answer, or for a free place among the requests in flight."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A wait for something outside this program.

    `since` and `until` by the monotonic clock; `until` is `None` where the end is not known.
    """

    why: str
    since: float
    until: float | None = None
    shown_after: float = SHOWN_AFTER_SECONDS
    """Shorter waits are not shown; in seconds."""

    @property
    def seconds(self) -> float:
        """The seconds it will still last; if that is unknown, the seconds it has lasted."""
        now = time.monotonic()
        return now - self.since if self.until is None else max(0.0, self.until - now)

    def __str__(self) -> str:
        how_long = f"{self.seconds:.0f} s"
        return f"waiting {'for ' if self.until is None else ''}{how_long}: {self.why}"


_waits: dict[int, Wait] = {}


class waiting:  # noqa: N801  reads as a verb, like `suppress`
    """A context manager around a wait: for a number of seconds, or until something happens.

    A class, since it is used for every request, and a generator would take three times as long.
    """

    __slots__ = ("_wait",)

    def __init__(
        self, why: str, seconds: float | None = None, *, shown_after: float = SHOWN_AFTER_SECONDS
    ) -> None:
        now = time.monotonic()
        self._wait = Wait(why, now, None if seconds is None else now + seconds, shown_after)

    def __enter__(self) -> None:
        _waits[id(self)] = self._wait

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        del _waits[id(self)]


def longest_wait() -> Wait | None:
    """The longest wait worth showing, if any; those whose end is known come first."""
    found = [(wait.until is not None, wait.seconds, wait) for wait in list(_waits.values())]
    found = [each for each in found if each[1] >= each[2].shown_after]
    return max(found, key=lambda each: each[:2])[2] if found else None
