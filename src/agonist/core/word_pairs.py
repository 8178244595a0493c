"""Pairs of related words, written as `left/right`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from agonist.core.errors import UsageError

PAIRS: Final[tuple[str, ...]] = tuple(
    line.replace(",", "/")
    for line in Path(__file__).with_name("word_pairs.csv").read_text(encoding="utf-8").splitlines()[2:]
)
"""Our own list, `word_pairs.csv`, without its two first lines (source and headings)."""


def words_of(pair: str) -> tuple[str, str]:
    """The two words of a pair.

    >>> words_of("tea/coffee")
    ('tea', 'coffee')
    """
    left, right = (" ".join(word.split()) for word in pair.split("/"))
    return left, right


def check_pairs(game: str, pairs: Sequence[str]) -> None:
    """Raise `UsageError` unless these are different pairs of two different words each."""
    for pair in pairs:
        words = [" ".join(word.split()).casefold() for word in pair.split("/")]
        if len(words) != 2 or not all(words) or words[0] == words[1]:
            raise UsageError(f"{game}: write a pair as two words like 'tea/coffee', not {pair!r}")
    if len({frozenset(words_of(pair.casefold())) for pair in pairs}) < len(pairs):
        raise UsageError(f"{game}: the same pair of words is listed twice")
