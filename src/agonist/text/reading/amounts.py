"""Reading a whole number, with the units that a game names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from agonist.core import UnreadableAnswer
from agonist.text.reading.number_words import in_digits
from agonist.text.reading.spelling import readings

_NUMBER: Final = re.compile(r"([-+−]?)\s*(\d{1,3}(?:[, '’]\d{3})+|\d{1,18})(\.\d{1,9}|,\d{1,2}(?!\d))?")
"""One or two digits after a comma are decimals; three are thousands."""

_OF_ALL: Final = re.compile(
    r"(?:(\d{1,18})\s*(?:out of|of|/)|all(?: of)?)\s*(?:my |the |your )?(\d{1,18})\b(.*)"
)
_LATEX: Final = re.compile(r"\\\((.*)\\\)|\\boxed\{(.*)\}|\$([^$]*[\d}])\$", re.DOTALL)
_EXPONENT: Final = re.compile(r"(\d{1,6}(?:\.\d{1,6})?)e\+?(\d{1,2})")
_NOTHING: Final = frozenset(("nothing", "none", "nil", "nothing at all", "none at all"))
_TWO_UNITS: Final = re.compile(r"(.*\d.*?[^\W\d_])(?:\s*,)?\s+(?:and\s+)?(\d.*)")
_KEPT: Final = re.compile(
    r"(?:(?:[,;]?\s*(?:and|while|then)\s+|[,;]\s*)(?:i\s+)?(?:will\s+|['’]ll\s+)?)?"
    r"(?:keep|keeping|retain|retaining|save|saving)\s+(?:the\s+)?(?:(?:remaining|other|rest)\s+)?"
    r"(?:of\s+)?(\d{1,18})(?:\s+(?!and\b|while\b|then\b)[^\W\d_]+)?(?:\s+for\s+(?:myself|me))?"
    r"(?:,?\s+and\s+(?=\w))?",
    re.IGNORECASE,
)
"""The part that a player keeps: `and keep the remaining 10 tokens`."""


_ALL: Final = re.compile(r"everything|all(?: of them| of it|(?: of)?(?: my| the)? ([^\W\d_]+))?")
_FRACTION: Final = re.compile(
    r"(?P<part>half|one half|a half|a third|one third|a quarter|one quarter|two thirds|three quarters)"
    r"(?:\s+of)?(?:\s+(?:my|the|all)(?:\s+my)?\s+(?P<noun>[^\W\d_]+))?"
    r"(?:\s*[,;:(=–—-]*\s*(?:that is|that['’]s|i\.\s?e\.|which is|so|meaning|or"
    r"|making)?,?\s*(?P<number>\d{1,18})"
    r"(?P<unit>\s+[^\W\d_]+)?\s*\)?)?",
    re.IGNORECASE,
)
_PARTS: Final = {"half": (1, 2), "third": (1, 3), "quarter": (1, 4), "thirds": (2, 3), "quarters": (3, 4)}
_MOST_CHARACTERS: Final = 1000


def whole_number(said: Any, key: str, units: Mapping[str, int], most: int | None = None) -> int:
    """The whole number in a value. Raises `UnreadableAnswer` if it is in doubt. `units`: the words that may
    be written beside it, and the value of one. If units have different values (dollars and cents), a number
    with decimals must have its unit. `most`: the whole, of which an answer may be a part: `10 of 20`.

    >>> whole_number("5 tokens", "n", {"tokens": 1}), whole_number("$4.50", "n", {"$": 100, "¢": 1})
    (5, 450)
    >>> whole_number("60%", "n", {})
    Traceback (most recent call last):
    agonist.core.errors.UnreadableAnswer: n: '60%' is not a whole number
    """
    if isinstance(said, int | float) and not isinstance(said, bool):
        said = str(said)
    if isinstance(said, str) and "?" not in said:
        if most is not None and (part := _fraction(said.strip(" .!*"), most, units)) is not None:
            return part
        for form, more, remark in readings(in_digits(said.strip())):
            number = (
                most
                if units and _is_all(form, units)
                else _number(_part_of(without_kept(form, most), most), units)
            )
            if number is None or re.search(r"\d", more):
                continue
            if remark and _number(remark, units) not in (None, number):
                break
            return number
    raise UnreadableAnswer(f"{key}: {str(said)[:80]!r} is not a whole number")


def without_kept(said: str, most: int | None) -> str:
    """A text without the part that is kept: of 20 tokens, `10 tokens and keep 10` becomes `10 tokens`.

    >>> without_kept("10 tokens and keep 10", 20), without_kept("10 tokens and keep 15", 20)
    ('10 tokens', '10 tokens and keep 15')
    """
    found = _KEPT.search(said) if most is not None and len(said) <= _MOST_CHARACTERS else None
    if found is None:
        return said
    rest = f"{said[: found.start()]} {said[found.end() :]}".strip(" ,.")
    others = re.findall(r"\d+", rest)
    return rest if len(others) == 1 and int(others[0]) + int(found[1]) == most else said


def _fraction(said: str, most: int, units: Mapping[str, int]) -> int | None:
    """Of 20, `half of my tokens` as 10, and `half, that is 10` if the number is right."""
    found = _FRACTION.fullmatch(said) if len(said) <= _MOST_CHARACTERS and units else None
    if found is None or not (found["noun"] or found["number"]):
        return None
    if any(noun and noun.strip().casefold() not in units for noun in (found["noun"], found["unit"])):
        return None
    times, of = _PARTS[found["part"].split()[-1].casefold()]
    number, rest = divmod(most * times, of)
    return None if rest or (found["number"] and int(found["number"]) != number) else number


def _is_all(said: str, units: Mapping[str, int]) -> bool:
    """Whether this means the whole: `all of them`, `all my tokens`."""
    found = _ALL.fullmatch(said.casefold().strip(" .!*"))
    return found is not None and (not found[1] or found[1] in units)


def _part_of(said: str, most: int | None) -> str:
    """`10 of 20` as `10`, and `all 20 tokens` as `20 tokens`, where 20 is the whole."""
    found = _OF_ALL.fullmatch(said.casefold().strip())
    if found is None or most is None or int(found[2]) != most:
        return said
    return f"{found[1] or found[2]}{found[3]}"


def _number(said: str, units: Mapping[str, int]) -> int | None:
    bare = said.strip(" \t\n\"'“”‘’`*_").removesuffix(".").removeprefix("=").strip()
    for _ in range(2):
        latex = _LATEX.fullmatch(bare)
        if latex and not (latex[3] and units.get("$", 1) != 1):
            bare = next(filter(None, latex.groups())).strip()
    bare = unicodedata.normalize("NFKC", bare).replace("\\$", "$").casefold()
    if bare in _NOTHING or (bare.startswith("no ") and bare[3:] in units):
        return 0
    if exponent := _EXPONENT.fullmatch(bare):
        value = Decimal(exponent[1]) * 10 ** int(exponent[2])
        return int(value) if value == value.to_integral_value() else None
    if len(set(units.values())) > 1 and (two := _TWO_UNITS.fullmatch(bare)):
        return _sum(two[1], two[2], units)
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


def _sum(larger: str, smaller: str, units: Mapping[str, int]) -> int | None:
    """The sum of a number in each of two units: `3 dollars` and `40 cents`."""
    first, second = _number(larger, units), _number(smaller, units)
    if first is None or second is None or not 0 < second < first:
        return None
    words = [re.sub(r"[\d\s.,]", "", part) for part in (larger, smaller)]
    most, least = (units.get(word, 0) for word in words)
    return first + second if 0 < least < most and second < most else None


def _wordy(text: str) -> str:
    """The text without symbols such as a check mark."""
    return "".join(char for char in text if unicodedata.category(char) not in ("So", "Mn", "Sk", "Cf"))
