"""How long a number of requests is likely to take, before the first is sent.

The speed of an endpoint is not known in advance, so there are two estimates: a fast endpoint starts to answer
after half a second and writes 100 tokens a second, a slow one after 2 seconds and writes 25.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

SECONDS_TO_FIRST_TOKEN: Final = (0.5, 2.0)
"""Seconds until an answer begins, at a fast and at a slow endpoint."""

TOKENS_PER_SECOND: Final = (100.0, 25.0)
"""Tokens written in a second, at a fast and at a slow endpoint."""


MAX_MINUTES_SHOWN: Final = 120
"""With this many minutes or more, the time is given in hours."""


@dataclass(frozen=True, slots=True)
class RunTime:
    """Seconds, at a fast and at a slow endpoint."""

    low: float = 0.0
    high: float = 0.0

    def __add__(self, other: RunTime) -> RunTime:
        return RunTime(self.low + other.low, self.high + other.high)


def run_time(
    requests: int, low: int, high: int, in_sequence: int, concurrency: int, per_minute: float | None = None
) -> RunTime:
    """The time for this many requests, of which `in_sequence` follow one another in one match.

    `low` and `high`: tokens written in all, if the model thinks little or much. `concurrency` matches are
    played at once; `per_minute` limits the requests a minute.

    >>> run_time(100, 1_000, 1_000, 10, 10)
    RunTime(low=6.0, high=24.0)
    """
    if not requests:
        return RunTime()
    one_after_another = max(in_sequence, requests / concurrency)
    limit = 0.0 if per_minute is None else 60 * requests / per_minute
    ends = [
        max(limit, one_after_another * (wait + written / requests / pace))
        for wait, pace, written in zip(SECONDS_TO_FIRST_TOKEN, TOKENS_PER_SECOND, (low, high), strict=True)
    ]
    return RunTime(*ends)


def in_words(taken: RunTime) -> str:
    """Both estimates as text, in minutes or hours.

    >>> in_words(RunTime(20, 95)), in_words(RunTime(3600, 14_000)), in_words(RunTime(1, 2))
    ('1 to 2 minutes', '60 minutes to 3.9 hours', 'a minute')
    """
    low, high = (max(1, -int(-end // 60)) for end in (taken.low, taken.high))
    if high < MAX_MINUTES_SHOWN:
        if low == high:
            return "a minute" if low == 1 else f"{low} minutes"
        return f"{low} to {high} minutes"
    if low < MAX_MINUTES_SHOWN:
        return f"{low} minute{'' if low == 1 else 's'} to {taken.high / 3600:,.1f} hours"
    return f"{taken.low / 3600:,.1f} to {taken.high / 3600:,.1f} hours"
