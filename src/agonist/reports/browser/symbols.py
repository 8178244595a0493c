"""Small numbers for items that often follow one another, and compact texts of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

FIRST: Final = 35
"""The character for 0; those before it are control characters, the space, `!` and the quotation mark."""

WIDE: Final = 1_900
"""Larger numbers are two characters. Smaller ones have at most two bytes in UTF-8."""


def text_of(numbers: Iterable[int]) -> str:
    """Numbers (0 or more) as a text, mostly with a byte for each; `numbersOf` in parts.js reads it.

    >>> text_of([0, 1, 2, 31])
    '#$%B'
    """
    return "".join(
        chr(FIRST + n) if n < WIDE else chr(FIRST + WIDE + n // WIDE) + chr(FIRST + n % WIDE) for n in numbers
    )


def numbers_of(text: str) -> Iterator[int]:
    """The numbers in such a text.

    >>> list(numbers_of(text_of([0, 1_899, 1_900, 1_000_000])))
    [0, 1899, 1900, 1000000]
    """
    signs = map(ord, text)
    for sign in signs:
        n = sign - FIRST
        yield n if n < WIDE else (n - WIDE) * WIDE + next(signs) - FIRST


class Followers:
    """The items that have followed each context, the latest first."""

    def __init__(self) -> None:
        self._lists: dict[tuple[int, int] | int, list[int]] = {}

    def moved(self, context: tuple[int, int] | int, item: int) -> int:
        """Make an item the latest. Returns how many others have followed since it last did, or -1 if it never
        did."""
        found = self._lists.get(context)
        if found is None:
            self._lists[context] = [item]
            return -1
        if found[0] == item:
            return 0
        try:
            rank = found.index(item)
        except ValueError:
            found.insert(0, item)
            return -1
        found.insert(0, found.pop(rank))
        return rank

    def at(self, context: tuple[int, int] | int, rank: int) -> int:
        """The item with this rank."""
        return self._lists[context][rank]


class Coder:
    """A list of items as small numbers, since what followed something often follows it again.

    `ranks`: for each item 1 + its rank in its context, and 0 where it has not followed it before; then the
    same for its next, wider context. If it has followed none, `back` says how many items ago it first came
    up, and 0 for a new item. A decoder knows items by the order in which they first came up.
    """

    def __init__(self) -> None:
        self.ranks: list[int] = []
        self.back: list[int] = []
        self.places: dict[int, int] = {}
        """For each item, its number in the order in which they came up."""
        self._followers = Followers()

    def write(self, item: int, *contexts: tuple[int, int] | int) -> None:
        """Write one more item; its contexts are given with the narrowest first."""
        found = False
        for context in contexts:
            rank = self._followers.moved(context, item)
            if not found:
                self.ranks.append(rank + 1)
            found = found or rank >= 0
        if not found:
            count = len(self.places)
            self.back.append(count - self.places.setdefault(item, count))

    def streams(self) -> dict[str, str]:
        """Both lists as texts."""
        return {"ranks": text_of(self.ranks), "back": text_of(self.back)}


class Decoder:
    """Reads what a `Coder` wrote."""

    def __init__(self, streams: dict[str, str]) -> None:
        self._ranks, self._back = numbers_of(streams["ranks"]), numbers_of(streams["back"])
        self._count = 0
        self._followers = Followers()

    def read(self, *contexts: tuple[int, int] | int) -> int:
        """The next item, as its number in the order in which items first came up."""
        item = -1
        for context in contexts:
            if rank := next(self._ranks):
                item = self._followers.at(context, rank - 1)
                break
        if item < 0:
            back = next(self._back)
            item = self._count - back
            self._count += not back
        for context in contexts:
            self._followers.moved(context, item)
        return item
