"""Pictures of matches for a page: each part of a picture once, and of each picture what changed.

A picture is a list of items: its opening tag, the phrases of its text alternative, its shapes. What is stored
are the edits that lead to it from the picture one step before. `picturesOf` in pages/parts.js reads them.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, compress, count, islice
from operator import ne
from typing import Any, Final, TypeAlias

from agonist.drawing import element, escaped, opening
from agonist.kit.picture import Picture

Items: TypeAlias = list[int]
"""A picture: places in a pool."""

SWAP, CUT, ADD = range(3)
"""Kinds of edits: an item takes the place of another; is removed; is inserted after another."""

NONE: Final = -1
"""Stands for no item, and for the one before the first."""

PHRASE: Final = re.compile("(?=[.,:;] )")
"""Where a text alternative is cut: what follows is often as it was before."""

NUMBER: Final = re.compile(r"(-?\d+(?:\.\d+)?)", re.ASCII)
"""What texts of one form may differ in."""

FIRST: Final = 35
"""The character for 0, after those that JSON escapes."""

FIRST_SURROGATE: Final = 0xD800
"""Surrogates are no characters of their own: no text can hold them."""

SURROGATES: Final = 0x800
"""How many there are."""


class ItemPool:
    """Items of pictures; equal ones are kept once."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: dict[str, int] = {}
        self._shapes: dict[int, int] = {}
        self._alive: list[Any] = []
        self._openings: dict[tuple[float, ...], int] = {}
        self._alts: dict[str, Items] = {}
        self._end = self._place('">')

    def items(self, picture: Picture) -> Items:
        """A picture as the places of its texts, which joined give its SVG without the closing tag."""
        size = picture.left, picture.top, picture.width, picture.height
        if (first := self._openings.get(size)) is None:
            first = self._openings[size] = self._place(opening(picture))
        if (words := self._alts.get(picture.alt)) is None:
            words = self._alts[picture.alt] = list(map(self._place, PHRASE.split(escaped(picture.alt))))
        return [first, *words, self._end, *self._of(picture)]

    def _of(self, picture: Picture) -> Items:
        # Most shapes were in other pictures, as the same objects: looking them up by identity is ten times as
        # fast as by value. All are kept, so that no other object gets the identity of one of them.
        try:
            return list(map(self._shapes.__getitem__, map(id, picture.shapes)))
        except KeyError:
            for shape in picture.shapes:
                if id(shape) not in self._shapes:
                    self._shapes[id(shape)] = self._place(element(shape))
                    self._alive.append(shape)
            return [self._shapes[id(shape)] for shape in picture.shapes]

    def _place(self, text: str) -> int:
        place = self._places.setdefault(text, len(self.texts))
        if place == len(self.texts):
            self.texts.append(text)
        return place


@dataclass(frozen=True, slots=True)
class Edits:
    """What changes from each picture to the next: its number of edits in `counts`, each edit in the others.

    `codes`: 3 · the number of unchanged items since the edit before + the kind of this one. `new`: the item
    that comes. `near`: the item that it replaces or follows.
    """

    counts: array[int] = field(default_factory=lambda: array("i"))
    codes: array[int] = field(default_factory=lambda: array("i"))
    new: array[int] = field(default_factory=lambda: array("i"))
    near: array[int] = field(default_factory=lambda: array("i"))

    @classmethod
    def of(cls, views: Sequence[Sequence[Items]], start: Items, swapped: Sequence[dict[int, int]]) -> Edits:
        """The edits of these views of a match, at each step those of all views. All begin at `start`.

        `swapped`: what took the place of what at each step in the views before. The same is expected in the
        next ones, so only what differs from that is an edit.
        """
        found = cls()
        before = [start] * len(views)
        for known, pictures in zip(swapped, zip(*views, strict=True), strict=False):
            for old, new in zip(before, pictures, strict=True):
                found._add([known.get(item, item) for item in old] if known else old, new, known)
            before = list(pictures)
        return found

    def _add(self, old: Items, new: Items, swapped: dict[int, int]) -> None:
        length = len(self.codes)
        for code, item, near in edits(old, new):
            self.codes.append(code)
            self.new.append(item)
            self.near.append(near)
            if code % 3 == SWAP:
                swapped.setdefault(near, item)
        self.counts.append(len(self.codes) - length)

    def numbers(self, ranks: Mapping[int, int]) -> Iterator[int]:
        """All of it as numbers from 0; a new item is its distance in `ranks` from the one near it."""
        following = zip(self.codes, self.new, self.near, strict=True)
        for number in self.counts:
            yield number
            for code, new, near in islice(following, number):
                yield code
                if code % 3 != CUT:
                    distance = ranks[new] - ranks[near]
                    yield 2 * distance if distance >= 0 else -2 * distance - 1


def edits_of(views: Sequence[Sequence[Items]]) -> tuple[Edits, Edits]:
    """The edits of a bystander's pictures, which stand first, and of all other views of a match."""
    shared, *by_seat = views
    swapped: list[dict[int, int]] = [{} for _ in shared]
    return Edits.of([shared], [], swapped), Edits.of(by_seat, shared[0], swapped)


def edits(before: Items, after: Items) -> Iterator[tuple[int, int, int]]:
    """The edits that turn one list into another: code, new item and the one near it, as in `Edits`.

    >>> list(edits([1, 2, 3, 4], [1, 5, 4, 6]))
    [(3, 5, 2), (1, -1, -1), (5, 6, 4)]
    """
    if before == after:
        return
    most = min(len(before), len(after))
    first = next(compress(count(), map(ne, before, after)), most)
    last = next(compress(count(), map(ne, reversed(before), reversed(after))), most)
    last = min(last, most - first)
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    common = set(old).intersection(new)
    if [item for item in old if item in common] != [item for item in new if item in common]:
        common = set()  # some changed places, which is rare
    near, stay, i, j = before[first - 1] if first else NONE, first, 0, 0
    while i < len(old) or j < len(new):
        goes, comes = i < len(old) and old[i] not in common, j < len(new) and new[j] not in common
        if goes and comes:
            yield 3 * stay + SWAP, new[j], old[i]
        elif goes:
            yield 3 * stay + CUT, NONE, NONE
        elif comes:
            yield 3 * stay + ADD, new[j], near
        stay = 0 if goes or comes else stay + 1
        if comes or not goes:
            near = new[j]
            j += 1
        i += goes or not comes


def written(texts: Sequence[str], edits: Sequence[Edits]) -> tuple[list[Any], list[str]]:
    """The texts of all items in these edits, and each of the edits as a text.

    Texts that differ only in numbers are one form: what is between the numbers, and for each place in it the
    numbers of all these texts. Items are numbered form by form: what is similar is close, and distances are
    small and repeat.
    """
    used = set[int]().union(*(part.new for part in edits)) - {NONE}
    forms: dict[tuple[str, ...], list[int]] = {}
    rows: dict[tuple[str, ...], list[list[str]]] = {}
    for place in sorted(used, key=texts.__getitem__):
        pieces = NUMBER.split(texts[place])
        form = tuple(pieces[::2])
        forms.setdefault(form, []).append(place)
        rows.setdefault(form, []).append(pieces[1::2])
    ranks = {NONE: 0} | {place: rank for rank, place in enumerate(chain(*forms.values()))}
    columns = [list(map(" ".join, zip(*of_form, strict=True))) for of_form in rows.values()]
    return list(zip(forms, columns, strict=True)), [text_of(part.numbers(ranks)) for part in edits]


def text_of(numbers: Iterable[int]) -> str:
    """Numbers from 0 to a million as a text, with a character for each; `numbersOf` in parts.js reads it.

    >>> text_of([0, 1, 2, 31])
    '#$%B'
    """
    return "".join(
        [chr(code if (code := FIRST + n) < FIRST_SURROGATE else code + SURROGATES) for n in numbers]
    )
