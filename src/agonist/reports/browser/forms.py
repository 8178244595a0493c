"""Compact storage of texts that differ only in numbers: each form once, its numbers in columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import gcd
from typing import Any, Final, TypeAlias

from agonist.reports.browser.symbols import numbers_of, text_of

PackedTexts: TypeAlias = list[Any]
"""[forms, a text with the form of each text, for each form its columns of numbers].

In a form, `GAP` marks a number, and `TITLE` a tooltip with the same words as the text for screen readers.
A column is one of

- a value: all are the same;
- [column, a, b, c]: each is (a · x + c) / b, where x is that of an earlier column, both in tenths;
- [unit, text, signed]: the numbers in the text are its tenths divided by the unit; signed ones are written as
  2n or -2n - 1;
- [0, values].
"""

GAP: Final = "\x01"
TITLE: Final = "\x02"
"""Characters that no SVG can hold, so none of a picture's texts has them."""

NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?", re.ASCII)
PLAIN: Final = re.compile(r"0|-?[1-9]\d{0,8}|-?(?:0|[1-9]\d{0,8})\.\d{0,3}[1-9]")
"""Numbers that JSON, Python and a browser spell in the same way; all others are kept as texts."""

LARGE: Final = 1_000_000
"""Tenths up to which products are exact in a browser."""

REPEATED: Final = re.compile(r'aria-label="([^"]*)"><title>\1</title>')
BEFORE_TITLE: Final = re.compile(rf'aria-label="([^"]*)">{TITLE}')


def packed_texts(texts: Iterable[str]) -> PackedTexts:
    """The texts, packed by form; `texts_of` unpacks them, and so does `textsOf` in parts.js.

    >>> packed_texts(["cell 1: 2.5", "cell 2: 4", "cell 4: 1", "none"])
    [['cell \\x01: \\x01', 'none'], '###$', [[[10, "$%'", 0], [1, '<K-', 0]], []]]
    """
    forms: dict[str, int] = {}
    which: list[int] = []
    rows: list[list[list[int | float | str]]] = []
    for text in texts:
        short = REPEATED.sub(rf'aria-label="\1">{TITLE}', text) if "<title>" in text else text
        form = forms.setdefault(NUMBER.sub(GAP, short), len(forms))
        if form == len(rows):
            rows.append([])
        which.append(form)
        rows[form].append([_value(found) for found in NUMBER.findall(short)])
    return [list(forms), text_of(which), [_columns(list(zip(*row, strict=True))) for row in rows]]


def _value(text: str) -> int | float | str:
    if not PLAIN.fullmatch(text):
        return text
    return float(text) if "." in text else int(text)


def _columns(values: Sequence[Sequence[int | float | str]]) -> list[Any]:
    tenths = [_tenths(column) for column in values]
    found: list[Any] = []
    for nth, (column, own) in enumerate(zip(values, tenths, strict=True)):
        if len(set(column)) == 1:
            found.append(column[0])
        elif own is None:
            found.append([0, list(column)])
        else:
            found.append(_follows(own, tenths[:nth]) or _spelled(own))
    return found


def _tenths(column: Sequence[int | float | str]) -> list[int] | None:
    """The numbers in tenths, or `None` if one is not a whole number of tenths, or large."""
    found = []
    for value in column:
        if isinstance(value, str) or abs(value) * 10 > LARGE:
            return None
        tenths = round(value * 10)
        if tenths / 10 != value:
            return None
        found.append(tenths)
    return found


def _follows(own: Sequence[int], others: Sequence[Sequence[int] | None]) -> list[int] | None:
    """The first of the other columns from which this one can be computed, and how, if there is one."""
    if len(own) < 3:
        return None  # any two points lie on a line
    y = own[0]
    for place, other in enumerate(others):
        if other is None:
            continue
        x = other[0]
        nth = next((nth for nth, value in enumerate(other) if value != x), 0)
        b, a = other[nth] - x, own[nth] - y
        if a and b and all((v - y) * b == a * (u - x) for u, v in zip(other, own, strict=True)):
            shared = gcd(a, b) if b > 0 else -gcd(a, b)
            a, b = a // shared, b // shared
            return [place, a, b, y * b - x * a]
    return None


def _spelled(tenths: Sequence[int]) -> list[Any]:
    unit = 1 if any(number % 10 for number in tenths) else 10
    numbers = [number // unit for number in tenths]
    if min(numbers) >= 0:
        return [unit, text_of(numbers), 0]
    return [unit, text_of(2 * n if n >= 0 else -2 * n - 1 for n in numbers), 1]


def texts_of(packed: PackedTexts) -> list[str]:
    """The texts that `packed_texts` packed.

    >>> texts = ["cell 1: 2.5", "cell 2: 4", "cell 4: -1.5", "cell -0: 04", "none", "2 + 2", "3 + 3", "5 + 5"]
    >>> texts_of(packed_texts(texts)) == texts
    True
    """
    forms, which, columns = packed
    places = list(numbers_of(which))
    counts = [0] * len(forms)
    for place in places:
        counts[place] += 1
    rows: list[Iterator[Sequence[Any]]] = [
        iter(list(zip(*_values(of_form, count), strict=True)))
        for of_form, count in zip(columns, counts, strict=True)
    ]
    return [_filled(forms[place], next(rows[place], ())) for place in places]


def _values(columns: Sequence[Any], count: int) -> list[list[Any]]:
    found: list[list[Any]] = []
    for column in columns:
        match column:
            case [place, a, b, c]:
                tenths = [round(float(value) * 10) for value in found[place]]
                found.append([_shown((a * x + c) // b) for x in tenths])
            case [unit, str(text), signed]:
                numbers = numbers_of(text)
                if signed:
                    numbers = (n // 2 if n % 2 == 0 else -(n + 1) // 2 for n in numbers)
                found.append([_shown(n * unit) for n in numbers])
            case [_, list(values)]:
                found.append(values)
            case value:
                found.append([value] * count)
    return found


def _shown(tenths: int) -> int | float:
    return tenths / 10 if tenths % 10 else tenths // 10


def _filled(form: str, numbers: Sequence[Any]) -> str:
    following = iter(numbers)
    text = re.sub(GAP, lambda _: str(next(following)), form)
    return BEFORE_TITLE.sub(r'aria-label="\1"><title>\1</title>', text)
