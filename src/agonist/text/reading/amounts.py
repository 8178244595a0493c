"""Reading a whole number, with the units that a game names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from agonist.core import UnreadableAnswer
from agonist.text.reading.spelling import readings

_NUMBER: Final = re.compile(r"([-+−]?)\s*(\d{1,3}(?:[, '’]\d{3})+|\d{1,18})(\.\d{1,9}|,\d{1,2}(?!\d))?")
"""Decimals after a comma are one or two digits; three after one are thousands."""

_OF_ALL: Final = re.compile(
    r"(?:(\d{1,18})\s*(?:out of|of)|all(?: of)?)\s*(?:my |the |your )?(\d{1,18})\b(.*)"
)
_LATEX: Final = re.compile(r"\\\((.*)\\\)|\\boxed\{(.*)\}|\$([^$]*\d)\$", re.DOTALL)


def whole_number(said: Any, key: str, units: Mapping[str, int], most: int | None = None) -> int:
    """The whole number in a value. Raises `UnreadableAnswer` if it is in doubt.

    `units` says what may stand beside it, and what one of it is worth. Where one unit is worth more than
    another (dollars and cents), a number with decimals must say which it is in. `most`: all that there is, of
    which an answer may be a part: `10 of 20`.

    >>> whole_number("5 tokens", "n", {"tokens": 1}), whole_number("$4.50", "n", {"$": 100, "¢": 1})
    (5, 450)
    >>> whole_number("60%", "n", {})
    Traceback (most recent call last):
    agonist.core.errors.UnreadableAnswer: n: '60%' is not a whole number
    """
    if isinstance(said, int | float) and not isinstance(said, bool):
        said = str(said)
    if isinstance(said, str):
        for form, left_out in readings(said.strip()):
            number = _number(_part_of(form, most), units)
            if number is not None and not re.search(r"\d", left_out):
                return number
    raise UnreadableAnswer(f"{key}: {str(said)[:80]!r} is not a whole number")


def _part_of(said: str, most: int | None) -> str:
    """`10 of 20` as `10`, and `all 20 tokens` as `20 tokens`, where 20 is all that there is."""
    found = _OF_ALL.fullmatch(said.casefold().strip())
    if found is None or most is None or int(found[2]) != most:
        return said
    return f"{found[1] or found[2]}{found[3]}"


def _number(said: str, units: Mapping[str, int]) -> int | None:
    bare = said.strip(" \t\n\"'“”‘’`*_").removesuffix(".").strip()
    latex = _LATEX.fullmatch(bare)
    if latex and not (latex[3] and units.get("$", 1) != 1):
        bare = next(filter(None, latex.groups())).strip()
    bare = unicodedata.normalize("NFKC", bare).replace("\\$", "$").casefold()
    found = _NUMBER.search(bare)
    if not found:
        return None
    sign, digits, decimals = found.groups()
    before, after = _wordy(bare[: found.start()]).strip(" \"'*"), _wordy(bare[found.end() :]).strip(" \"'*.")
    if before.startswith("-") and before[1:] in units:  # -$5
        sign, before = "-", before[1:]
    if any(word and word not in units for word in (before, after)):
        return None
    worth = {units[word] for word in (before, after) if word}
    if len(worth) > 1:
        return None
    decimals = (decimals or "").replace(",", ".")
    doubtful = len(decimals) == 4  # 1.000 is a thousand to some, and one to others
    if decimals and (doubtful or (not worth and len(set(units.values())) > 1)):
        return None
    number = Decimal(re.sub(r"\D", "", digits) + decimals) * (worth.pop() if worth else 1)
    if number != number.to_integral_value():
        return None
    return -int(number) if sign in ("-", "−") else int(number)


def _wordy(text: str) -> str:
    """The text without pictures such as a check mark, which say nothing."""
    return "".join(char for char in text if unicodedata.category(char) not in ("So", "Mn", "Sk", "Cf"))
