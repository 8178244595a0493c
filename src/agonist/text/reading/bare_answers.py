"""A fast path for texts that contain only the answer, as most do."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final

from agonist.core import Amount, Ask, Choice
from agonist.text.answer_formats import Say, key_of, option_text  # noqa: F401  the example uses plain

_BARE: Final = re.compile(r"\s*(\d{1,15})\s*")
_PLAIN: Final = re.compile(r"\w[\w ]{0,60}")
"""Words and numbers without any mark."""

NOT_SO: Final = object()
"""The result for a text that contains more."""


def direct_answer(ask: Ask, text: str, say: Say) -> Any:
    """The number or option in a text that contains nothing else, bare or in an object; else `NOT_SO`.

    >>> direct_answer(Amount(0, 100, about="bid"), '{"bid": 20}', option_text)
    20
    >>> direct_answer(Amount(0, 100, about="bid"), '{"bid": 20} or 30', option_text) is NOT_SO
    True
    """
    if len(text) > 200 or not isinstance(ask, Amount | Choice):
        return NOT_SO
    if isinstance(ask, Amount):
        found = _BARE.fullmatch(text) or _object(key_of(ask)).fullmatch(text)
        return int(found[1]) if found and found[1] else NOT_SO
    key = key_of(ask)
    found = _object(key).fullmatch(text)
    if not found or found[2] is None or not _PLAIN.fullmatch(found[2]):
        return NOT_SO
    same = [option for option in ask.choices if say(key, option) == found[2]]
    return same[0] if len(same) == 1 else NOT_SO


@lru_cache(maxsize=256)
def _object(key: str) -> re.Pattern[str]:
    """An object with only this key, and a whole number or a short text."""
    return re.compile(
        rf'\s*\{{\s*"{re.escape(key)}"\s*:\s*(?:(\d{{1,15}})|"([^"\\]{{1,61}})")\s*\}}\s*', re.ASCII
    )
