"""Retries: after the delay the server asks for, or else exponential backoff with jitter, up to a limit."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from math import isfinite
from typing import TYPE_CHECKING, Final, TypeVar

from agonist.models.call_state import current_call
from agonist.models.current_waits import waiting
from agonist.models.errors import ProviderError, RateLimited

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from random import Random

T = TypeVar("T")

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often and how long to try; times in seconds.

    The wait before try n + 1 is `first_wait` doubled n - 1 times, at most `longest_wait`, of which a random
    half is left out, so that calls that failed together are not repeated together. `max_waiting` limits the
    sum of all waits, including those the server asks for: if it asks for more, the call fails at once. A
    server that answers 429 with Retry-After is healthy: it is tried any number of times, as long as the sum
    of waits is at most `max_waiting_if_limited`.
    """

    max_tries: int = 6
    first_wait: float = 0.5
    longest_wait: float = 30.0
    max_waiting: float = 180.0
    max_waiting_if_limited: float = 900.0

    def wait(self, failed: int, after: float | None, jitter: Random) -> float:
        """Seconds to wait after this many failed tries."""
        backoff = min(self.longest_wait, self.first_wait * 2.0 ** (failed - 1)) * (1 - jitter.random() / 2)
        # Never earlier than the server asked, and spread out from there, even if it asked for 0 seconds.
        return backoff if after is None else max(backoff, after + min(backoff, 0.1 * after))


async def retry(once: Callable[[], Awaitable[T]], policy: RetryPolicy, jitter: Random) -> tuple[T, int]:
    """The result of `once`, and the number of tries.

    After a `ProviderError` it is tried again while the error's `max_tries` and the policy allow; the last
    error is raised with the number of tries in it. Other errors are raised at once. An abandoned call is not
    tried again.
    """
    waited = 0.0
    tries = counted = 0
    call = current_call()
    while True:
        tries += 1
        try:
            return await once(), tries
        except ProviderError as error:
            failure = error
        server_waits = isinstance(failure, RateLimited) and bool(failure.after)
        counted += not server_waits
        wait = policy.wait(counted + server_waits, failure.after, jitter)
        enough = tries >= failure.max_tries or counted >= policy.max_tries
        if (
            enough
            or waited + wait > (policy.max_waiting_if_limited if server_waits else policy.max_waiting)
            or call.abandoned
        ):
            # Raised outside of the handler: its cause may hold headers, and so the key.
            raise failure.given_up(tries, waited)
        _LOG.info("try %s failed, and the next is in %.1f s: %s", tries, wait, failure)
        with waiting(str(failure), wait):
            await asyncio.sleep(wait)
        waited += wait
        await call.permit()


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """The seconds that the headers ask to wait, given as a number or an HTTP date (RFC 9110, 10.2.3).

    >>> retry_after({"retry-after": "2"}), retry_after({"retry-after-ms": "250"}), retry_after({})
    (2.0, 0.25, None)
    >>> now = datetime(2015, 10, 21, 7, 28, tzinfo=UTC)
    >>> retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:05 GMT"}, now)
    5.0
    """
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        value = headers.get(name)
        if value is None:
            continue
        try:
            seconds = float(value) * unit
        except ValueError:
            try:
                when = parsedate_to_datetime(value)
            except (ValueError, TypeError, IndexError, OverflowError):
                continue
            when = when if when.tzinfo else when.replace(tzinfo=UTC)
            seconds = (when - (now or datetime.now(UTC))).total_seconds()
        if isfinite(seconds):
            return max(0.0, seconds)
    return None
