"""JSON objects in a text, as models write them.

Libraries that we tried and rejected: `json5` refuses line breaks in strings and typographic quotes, and takes
the last of two equal keys; `json-repair` accepts these, but also reads `{"column": 1 or 3}` and a truncated
`{"column": 1` as 1, and ignores the first of several objects. A reader that must never choose between moves
cannot use a parser that repairs. This one accepts spellings, and refuses everything else.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, NamedTuple

from agonist.text.reading.lenient_json import Lenient, Unparsable, joined

UNREADABLE_OBJECTS: Final = 8
"""The most unreadable objects in a text; after that, no more are looked for."""


class Found(NamedTuple):
    """An object and its position; `value` is `None` for one that has keys and cannot be read."""

    value: dict[str, Any] | None
    start: int
    end: int


def objects(text: str, *, complete: bool = False) -> list[Found]:
    """The outermost objects in a text, including those that cannot be read.

    Numbers remain text as written. The objects inside an unreadable one are included. `complete`: the text
    was not cut off, so brackets missing at its end are added.

    >>> objects("So: {'a': 1, b: [“x”,],} // done")[0].value
    {'a': '1', 'b': ['x']}
    """
    found, at, misses = list[Found](), text.find("{"), 0
    closed = _without_fence(text) if complete else None
    while at >= 0 and misses < UNREADABLE_OBJECTS:
        if not _BEGINS.match(text, at):
            at = text.find("{", at + 1)
            continue
        try:
            value, end = _parse(text, at, closed)
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
"""The beginning of an object, since braces are also used for other things."""

_HAS_KEY: Final = re.compile(r"""\{\s*\\?["'“‘„`*]{0,2}\w[\w\\ \-]{0,60}[\\"'”’“`*]{0,3}\s*:""")


def _parse(text: str, at: int, closed: str | None) -> tuple[dict[str, Any], int]:
    try:
        value, end = _STRICT.raw_decode(text, at)
    except (ValueError, RecursionError):
        pass
    else:
        return value, end
    parsers = [Lenient(text, at), Lenient(text, at, loose=True)]
    if closed is not None:
        parsers.append(Lenient(closed, at, open_end=True))
    for parser in parsers:
        try:
            return parser.object(0), parser.at
        except Unparsable:
            continue
    raise Unparsable


def _without_fence(text: str) -> str:
    """The text without the end of a code block that it is in."""
    return text.rstrip().removesuffix("```").removesuffix("~~~").rstrip()


_STRICT: Final = json.JSONDecoder(
    object_pairs_hook=joined, parse_int=str, parse_float=str, parse_constant=str, strict=False
)
"""Line breaks in strings are control characters, which this parser may also accept."""
