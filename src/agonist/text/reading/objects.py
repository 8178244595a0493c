"""JSON objects in a text, as models write them.

Tried and not taken: `json5` refuses line breaks in strings and typographic quotes, and takes the last of two
keys; `json-repair` reads all of it, and also `{"column": 1 or 3}` as 1, a broken-off `{"column": 1` as 1 and
the first of several objects as nothing. A reader that must never choose between moves cannot use a parser
that repairs. This one knows ways of spelling, and refuses the rest.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from agonist.text.reading.lenient import Lenient, Unparsable, joined

TRIES: Final = 100
"""Objects that cannot be read, until a text is given up."""


class Found(NamedTuple):
    """An object and where it stands; `value` is `None` for one that has keys and cannot be read."""

    value: dict[str, Any] | None
    start: int
    end: int


def objects(text: str, *, complete: bool = False) -> list[Found]:
    """The objects in a text that are not inside another, those that cannot be read included.

    Numbers stay text, as they were written. Of an object that cannot be read, those inside are given too.
    `complete`: the text was not cut off, so that brackets that are missing at its end were forgotten.

    >>> objects("So: {'a': 1, b: [“x”,],} // done")[0].value
    {'a': '1', 'b': ['x']}
    """
    found, at, misses = list[Found](), text.find("{"), 0
    while at >= 0 and misses < TRIES:
        if not _BEGINS.match(text, at):
            at = text.find("{", at + 1)
            continue
        try:
            value, end = _parse(text, at, complete=complete)
        except (Unparsable, RecursionError):
            misses += 1
            end = at + 1
            if _HAS_KEY.match(text, at):
                found.append(Found(None, at, end))
        else:
            found.append(Found(value, at, end))
        at = text.find("{", end)
    return found


_BEGINS: Final = re.compile(r"""\{\s*(?:[{}]|//|/\*|#|\\?["'“‘„«`*]{0,3}\w[^{}\n:=：]{0,80}[:=：])""")
"""How an object begins; braces are also used for other things."""

_HAS_KEY: Final = re.compile(r"""\{\s*\\?["'“‘„`*]{0,2}\w[\w\\ \-]{0,60}[\\"'”’“`*]{0,3}\s*:""")


def _parse(text: str, at: int, *, complete: bool) -> tuple[dict[str, Any], int]:
    try:
        value, end = _STRICT.raw_decode(text, at)
    except (ValueError, RecursionError):
        pass
    else:
        return value, end
    parsers = [Lenient(text, at, quotes) for quotes in range(3)]
    if complete:
        parsers.append(Lenient(_END.sub("", text), at, open_end=True))
    for parser in parsers:
        try:
            return parser.object(0), parser.at
        except Unparsable:
            continue
    raise Unparsable


_END: Final = re.compile(r"\s*(?:(?:```|~~~)\s*)?$")
"""The end of a text, and of a code block that it is in."""

_STRICT: Final = json.JSONDecoder(
    object_pairs_hook=joined, parse_int=str, parse_float=str, parse_constant=str, strict=False
)
"""Line breaks in strings are control characters, which even this one may let pass."""
