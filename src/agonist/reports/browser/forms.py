"""Compact storage of texts that differ only in numbers: each form once, its numbers in columns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, TypeAlias

PackedTexts: TypeAlias = list[Any]
"""[forms, for each text the index of its form, for each form its columns of numbers].

In a form, `GAP` marks a number, and `TITLE` a tooltip with the same words as the text for screen readers.
"""

GAP: Final = "\x01"
TITLE: Final = "\x02"
"""Characters that no SVG can hold, so none of a picture's texts has them."""

NUMBER: Final = re.compile(r"-?\d+(?:\.\d+)?")
PLAIN: Final = re.compile(r"0|-?[1-9]\d{0,8}|-?(?:0|[1-9]\d{0,8})\.\d{0,3}[1-9]")
"""Numbers that JSON, Python and a browser spell in the same way; all others are kept as texts."""

REPEATED: Final = re.compile(r'aria-label="([^"]*)"><title>\1</title>')
BEFORE_TITLE: Final = re.compile(rf'aria-label="([^"]*)">{TITLE}')


def packed_texts(texts: Iterable[str]) -> PackedTexts:
    """The texts, packed by form; `texts_of` unpacks them, and so does `unpackTexts` in browser.js.

    >>> packed_texts(["cell 1: 2.5", "cell 2: 4", "none"])
    [['cell \\x01: \\x01', 'none'], [0, 0, 1], [[[1, 2], [2.5, 4]], []]]
    """
    forms: dict[str, int] = {}
    which: list[int] = []
    rows: list[list[list[int | float | str]]] = []
    for text in texts:
        short = REPEATED.sub(rf'aria-label="\1">{TITLE}', text)
        form = forms.setdefault(NUMBER.sub(GAP, short), len(forms))
        if form == len(rows):
            rows.append([])
        which.append(form)
        rows[form].append([_value(found) for found in NUMBER.findall(short)])
    return [list(forms), which, [[list(column) for column in zip(*row, strict=True)] for row in rows]]


def _value(text: str) -> int | float | str:
    if not PLAIN.fullmatch(text):
        return text
    return float(text) if "." in text else int(text)


def texts_of(packed: PackedTexts) -> list[str]:
    """The texts that `packed_texts` packed.

    >>> texts_of(packed_texts(["cell 1: 2.5", "cell -0: 04", "none"]))
    ['cell 1: 2.5', 'cell -0: 04', 'none']
    """
    forms, which, columns = packed
    rows: list[Iterator[Sequence[Any]]] = [
        iter(zip(*of_form, strict=True)) if of_form else iter(()) for of_form in columns
    ]
    return [_filled(forms[form], next(rows[form], ())) for form in which]


def _filled(form: str, numbers: Sequence[Any]) -> str:
    following = iter(numbers)
    text = re.sub(GAP, lambda _: str(next(following)), form)
    return BEFORE_TITLE.sub(r'aria-label="\1"><title>\1</title>', text)
