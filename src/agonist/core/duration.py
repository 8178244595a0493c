"""Lengths of time as people write them."""

from __future__ import annotations

import re
from typing import Final

from agonist.core.errors import UsageError

PARTS: Final = re.compile(r"(?:(?P<h>\d{1,4})h)?(?:(?P<m>\d{1,6})m)?(?:(?P<s>\d{1,8})s)?")
IN_SECONDS: Final = {"h": 3600, "m": 60, "s": 1}


def parse_duration(text: str) -> int:
    """The seconds in a length of time.

    >>> parse_duration("1h30m"), parse_duration("90s")
    (5400, 90)

    Raises `UsageError` for anything else, and for no time at all.
    """
    found = PARTS.fullmatch(text.strip())
    seconds = sum(int(found[unit] or 0) * size for unit, size in IN_SECONDS.items()) if found else 0
    if not seconds:
        raise UsageError(f"{text[:40]!r} is no length of time: write 90s, 10m or 1h30m")
    return seconds


def duration_text(seconds: float) -> str:
    """A length of time in its two largest units, written so that `parse_duration` reads it.

    >>> duration_text(5400), duration_text(61.4), duration_text(0.2), duration_text(200_000)
    ('1h30m', '1m1s', '0s', '55h33m')
    """
    whole = round(seconds)
    if whole < IN_SECONDS["h"]:
        return f"{whole // 60}m{whole % 60}s" if whole >= IN_SECONDS["m"] else f"{whole}s"
    return f"{whole // 3600:,}h{whole % 3600 // 60}m"
