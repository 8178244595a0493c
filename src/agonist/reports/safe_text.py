"""Making texts of models and users safe to show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from agonist.games import KITS, of_library
from agonist.games.titles import title_of, title_of_part

_UNSAFE: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # marks of writing direction
    "\u2028\u2029\ud800-\udfff]"  # line separators, and halves of characters
)


def printable(text: str) -> str:
    r"""The text with control characters, marks of writing direction and the like as visible symbols.

    Tabs and line feeds stay; other line breaks become line feeds or symbols.

    >>> printable("a\x1b[31mb\r\nc\x07")
    'a␛[31mb\nc␇'
    """
    return _UNSAFE.sub(_mark, text.replace("\r\n", "\n").replace("\r", "\n"))


def on_one_line(text: str) -> str:
    r"""A printable text on one line: each run of spaces and line breaks becomes one space.

    >>> on_one_line("fine\n\nPlayer 2: resigns")
    'fine Player 2: resigns'
    """
    return " ".join(printable(text).split())


def shown_game(part: str) -> str:
    """A game with its options as people read it, on one line."""
    return on_one_line(title_of_part(part))


def shown_heading(heading: str) -> str:
    """A heading; one that begins with the id of a game gets its title.

    >>> shown_heading("sea_battle (SB)"), shown_heading("pit")
    ('Sea Battle (SB)', 'Pit')
    """
    game, space, rest = heading.partition(" ")
    return f"{title_of(game)}{space}{rest}" if game in KITS or of_library(game) else heading


def weighting(parts: Sequence[str], weights: Mapping[str, float]) -> str:
    """What games count in a board of all of them, in words.

    >>> weighting(["pit", "hive"], {}), weighting(["pit", "hive"], {"pit": 0.5})
    ('equal weight', 'weights: Pit 0.5, Hive 1')
    """
    if not weights:
        return "equal weight"
    return "weights: " + ", ".join(f"{shown_game(part)} {weights.get(part, 1):g}" for part in parts)


def indented(text: str, by: str = "    ") -> str:
    """A printable text with every line indented, so that none can be mistaken for a line of ours."""
    return "\n".join(by + line if line else line for line in printable(text).split("\n"))


def shortened(text: str, most: int) -> str:
    """The beginning of a text, with its length if it was cut.

    >>> shortened("abcdef", 3)
    'abc … (6 characters in all)'
    """
    return text if len(text) <= most else f"{text[:most]} … ({len(text)} characters in all)"


def _mark(match: re.Match[str]) -> str:
    code = ord(match.group())
    return chr(0x2400 + code) if code < 0x20 else "\ufffd"


def percent_of(confidence: float) -> str:
    """The level of an interval as a label.

    >>> percent_of(0.95), percent_of(1 - 0.05 / 6)
    ('95%', '99.2%')
    """
    return f"{100 * confidence:.1f}".removesuffix(".0") + "%"
