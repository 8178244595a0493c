"""Estimates of the width of texts, to fit them into shapes without loading a font."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

NARROW: Final = frozenset("ijlt.,:;'’|!()[]fI ·")
BROAD: Final = frozenset("mwMW@%—…")

SMALLEST: Final = 0.24
"""The least height of a single line, in units; text that still does not fit gets more lines."""

LEAST_HEIGHT: Final = 0.18
"""The least height of one of several lines, in units; text that still does not fit is cut."""


@lru_cache(maxsize=20_000)
def breadth(text: str) -> float:
    """The estimated width of a text in units of its line height; too large rather than too small.

    >>> round(breadth("mill"), 2)
    1.83
    """
    return sum(map(_of, text))


def _of(char: str) -> float:
    if char in NARROW:
        return 0.31
    if char in BROAD:
        return 0.9
    if unicodedata.east_asian_width(char) in "WF":
        return 1.05
    if unicodedata.combining(char):
        return 0.0
    return 0.68 if char.isupper() else 0.57


def fitted(text: str, width: float, height: float) -> tuple[str, float]:
    """A text on one line and its line height: at most `height`, less if the text is too wide. If it still
    does not fit, it is cut.

    >>> fitted("a long name indeed", 2, 0.5)
    ('a long name in…', 0.24)
    """
    wanted = breadth(text)
    size = min(height, width / wanted) if wanted else height
    least = min(height, SMALLEST)
    if size >= least:
        return text, round(size, 3)
    return cut(text, width / least), least


def lines_of(text: str, width: float, height: float) -> tuple[list[str], float]:
    """A text on one line of at most this height, or on two smaller ones, and the line height.

    >>> lines_of("Player 1 (you), to move", 2.3, 0.34)
    (['Player 1 (you), to', 'move'], 0.24)
    """
    line, size = fitted(text, width, height)
    if line == text or " " not in text:
        return [line], size
    size = min(height, SMALLEST)
    while size > LEAST_HEIGHT and (len(wrapped(text, width, size)) > 2 or not _whole([text], width, size)):
        size = max(size * 0.94, LEAST_HEIGHT)
    first, *rest = wrapped(text, width, size)
    return [first, cut(" ".join(rest), width / size)] if rest else [first], round(size, 3)


def cut(text: str, room: float) -> str:
    """A text, cut to a width in units of its line height."""
    if breadth(text) <= room:
        return text
    room -= breadth("…")
    start = ""
    for char in text:
        room -= _of(char)
        if room < 0:
            break
        start += char
    return f"{start}…"


def wrapped(text: str, width: float, size: float) -> list[str]:
    """A text on several lines, broken between words if possible.

    >>> wrapped("two rooms and a boom", 3, 0.5)
    ['two rooms', 'and a boom']
    """
    room, lines = width / size, [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if breadth(longer) <= room or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return [cut(line, room) for line in lines]


def block(texts: Sequence[str], width: float, height: float, size: float) -> tuple[list[str], float]:
    """Several texts as lines in a box, made smaller to fit, and cut if they still do not."""
    while True:
        lines = [line for text in texts for line in wrapped(text, width, size)]
        if (len(lines) * size * 1.15 <= height and _whole(texts, width, size)) or size <= LEAST_HEIGHT:
            break
        size = max(size * 0.88, LEAST_HEIGHT)
    room = max(int(height / (size * 1.15)), 1)
    if len(lines) > room:
        lines = [*lines[: room - 1], f"{lines[room - 1]}…"]
    return lines, round(size, 3)


def _whole(texts: Sequence[str], width: float, size: float) -> bool:
    """Whether every word fits on a line."""
    return all(breadth(word) <= width / size for text in texts for word in text.split())
