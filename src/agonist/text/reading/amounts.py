"""Reading a whole number, with the units that a game names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from agonist.core import UnreadableAnswer
from agonist.text.reading.number_words import in_digits
from agonist.text.reading.text_comparison import readings

_NUMBER: Final = re.compile(r"([-+−]?)\s*(\d{1,3}(?:[, '’]\d{3})+|\d{1,18})(\.\d{1,9}|,\d{1,2}(?!\d))?")
"""One or two digits after a comma are decimals; three are thousands."""

_LATEX: Final = re.compile(r"\$*\\boxed\{([^{}]*)\}\$*|\$([\d.,]+)\$")
_NOTHING: Final = frozenset(("nothing", "none", "nil", "nothing at all", "none at all"))


def whole_number(said: Any, key: str, units: Mapping[str, int]) -> int:
    """The whole number in a value. Raises `UnreadableAnswer` if it is in doubt. `units`: the words that may
    be written beside it, and the value of one. If units have different values (dollars and cents), a number
    with decimals must have its unit.

    >>> whole_number("5 tokens", "n", {"tokens": 1}), whole_number("$4.50", "n", {"$": 100, "¢": 1})
    (5, 450)
    >>> whole_number("60%", "n", {})
    Traceback (most recent call last):
    agonist.core.errors.UnreadableAnswer: n: '60%' is not a whole number
    """
    if isinstance(said, int | float) and not isinstance(said, bool):
        said = str(said)
    if isinstance(said, str) and "?" not in said:
        for form, more, remark in readings(in_digits(said.strip())):
            number = _number(form, units)
            if number is None or re.search(r"\d", more):
                continue
            if remark and _number(remark, units) not in (None, number):
                break
            return number
    raise UnreadableAnswer(f"{key}: {str(said)[:80]!r} is not a whole number")


def _number(said: str, units: Mapping[str, int]) -> int | None:
    bare = said.strip(" \t\n\"'“”‘’`*_").removesuffix(".").removeprefix("=").strip()
    if latex := _LATEX.fullmatch(bare):
        bare = latex[1] or latex[2] or ""
    bare = unicodedata.normalize("NFKC", bare).replace("\\$", "$").casefold()
    if bare in _NOTHING or (bare.startswith("no ") and bare[3:] in units):
        return 0
    found = _NUMBER.search(bare)
    if not found:
        return None
    sign, digits, decimals = found.groups()
    before, after = _wordy(bare[: found.start()]).strip(" \"'*"), _wordy(bare[found.end() :]).strip(" \"'*.")
    if before.startswith("-") and before[1:] in units:  # -$5
        sign, before = "-", before[1:]
    if any(word and word not in units for word in (before, after)):
        return None
    factors = {units[word] for word in (before, after) if word}
    if len(factors) > 1:
        return None
    decimals = (decimals or "").replace(",", ".")
    doubtful = len(decimals) == 4  # 1.000 may be a thousand or one
    if decimals and (doubtful or (not factors and len(set(units.values())) > 1)):
        return None
    number = Decimal(re.sub(r"\D", "", digits) + decimals) * (factors.pop() if factors else 1)
    if number != number.to_integral_value():
        return None
    return -int(number) if sign in ("-", "−") else int(number)


def _wordy(text: str) -> str:
    """The text without symbols such as a check mark."""
    return "".join(char for char in text if unicodedata.category(char) not in ("So", "Mn", "Sk", "Cf"))
