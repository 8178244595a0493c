"""Reading a whole number, with the units that a game names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from agonist.core import UnreadableAnswer
from agonist.text.reading.spelling import readings

_NUMBER: Final = re.compile(r"([-+−]?)\s*(\d{1,3}(?:[, ]\d{3})+|\d{1,18})(\.\d{1,9})?")
_LATEX: Final = re.compile(r"\\\((.*)\\\)|\\boxed\{(.*)\}|\$([^$]*\d)\$", re.DOTALL)


def whole_number(said: Any, key: str, units: Mapping[str, int]) -> int:
    """The whole number that is meant; raises `UnreadableAnswer` where that is in doubt.

    `units` says what may stand beside it, and what one of it is worth. Where one unit is worth more than
    another (dollars and cents), a number with decimals must say which it is in.

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
            number = _number(form, units)
            if number is not None and not re.search(r"\d", left_out):
                return number
    raise UnreadableAnswer(f"{key}: {str(said)[:80]!r} is not a whole number")


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
    before, after = bare[: found.start()].strip(" \"'*"), bare[found.end() :].strip(" \"'*.")
    if before.startswith("-") and before[1:] in units:  # -$5
        sign, before = "-", before[1:]
    if any(word and word not in units for word in (before, after)):
        return None
    worth = {units[word] for word in (before, after) if word}
    if len(worth) > 1:
        return None
    doubtful = len(decimals or "") == 4  # 1.000 is a thousand to some, and one to others
    if decimals and (doubtful or (not worth and len(set(units.values())) > 1)):
        return None
    number = Decimal(re.sub(r"\D", "", digits) + (decimals or "")) * (worth.pop() if worth else 1)
    if number != number.to_integral_value():
        return None
    return -int(number) if sign in ("-", "−") else int(number)
