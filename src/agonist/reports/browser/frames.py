"""Compact storage of pictures: each part is stored once, and each picture as its changes to the one before.

A picture is a list of items: its opening tag, the phrases of its text alternative, its shapes. From one list
to the next there are a few edits. What a seat sees changes mostly as what the others see, so the edits of the
views before it are tried first, and only the rest is written.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from agonist.drawing import element, escaped, opening
from agonist.kit.picture import Picture
from agonist.reports.browser.forms import packed_texts, texts_of
from agonist.reports.browser.symbols import Coder, Decoder, numbers_of, text_of

Items = list[int]
"""A picture: places in a pool, each at most once."""

PHRASE: Final = re.compile("(?=[.,:;] )")
"""Where a text alternative is cut: what follows is often as it was before."""

SWAP, CUT, ADD = range(3)
"""Kinds of edits: an item replaces another; is removed; is inserted after another."""

NONE: Final = -1
"""Stands for the place before the first item."""


class Edit(NamedTuple):
    """`stay`: the unchanged items since the previous edit; `at`: the old or preceding item; `new`: the new
    one."""

    stay: int
    kind: int
    at: int
    new: int


class Pool:
    """Items of pictures; equal ones are kept once."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: dict[str, int] = {}
        self._shapes: dict[int, int] = {}
        self._alive: list[Any] = []
        self._openings: dict[tuple[float, ...], int] = {}
        self._again: dict[tuple[int, int], int] = {}
        self._end = self._place('">')

    def items(self, picture: Picture) -> Items:
        """A picture as the places of its texts, which joined give its SVG without the closing tag."""
        size = picture.left, picture.top, picture.width, picture.height
        if (first := self._openings.get(size)) is None:
            first = self._openings[size] = self._place(opening(picture))
        found = [first, *map(self._place, PHRASE.split(escaped(picture.alt))), self._end, *self._of(picture)]
        return found if len(set(found)) == len(found) else self._apart(found)

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

    def _apart(self, items: Items) -> Items:
        """The items, with a place of its own for each repetition in the same picture."""
        seen: dict[int, int] = {}
        found = []
        for item in items:
            seen[item] = nth = seen.get(item, 0) + 1
            if nth > 1:
                other = self._again.setdefault((item, nth), len(self.texts))
                if other == len(self.texts):
                    self.texts.append(self.texts[item])
                item = other
            found.append(item)
        return found


def edits(before: Items, after: Items) -> list[Edit]:
    """The edits that turn one list into another.

    >>> edits([1, 2, 3, 4], [1, 5, 4, 6])
    [Edit(stay=1, kind=0, at=2, new=5), Edit(stay=0, kind=1, at=3, new=-1), Edit(stay=1, kind=2, at=4, new=6)]
    """
    if before == after:
        return []
    first, last, most = 0, 0, min(len(before), len(after))
    while first < most and before[first] == after[first]:
        first += 1
    while last < most - first and before[-1 - last] == after[-1 - last]:
        last += 1
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    kept = _kept(old, new)
    found, stay, i, j = [], first, 0, 0
    while i < len(old) or j < len(new):
        goes, comes = i < len(old) and old[i] not in kept, j < len(new) and new[j] not in kept
        if not goes and not comes:
            stay += 1
            i += 1
            j += 1
            continue
        if goes and comes:
            found.append(Edit(stay, SWAP, old[i], new[j]))
        elif goes:
            found.append(Edit(stay, CUT, old[i], NONE))
        else:
            at = first + j - 1
            found.append(Edit(stay, ADD, after[at] if at >= 0 else NONE, new[j]))
        stay = 0
        i += goes
        j += comes
    return found


def _kept(old: Items, new: Items) -> set[int]:
    """As many items as possible that both lists have in the same order."""
    kept = set(old).intersection(new)
    if [item for item in old if item in kept] == (order := [item for item in new if item in kept]):
        return kept
    places = {item: place for place, item in enumerate(old)}
    # The longest rising sequence of their places: `ends` has, for each length, the lowest last place.
    ends: list[int] = []
    chain: list[tuple[int, int]] = []
    for item in order:
        length = bisect_left(ends, places[item])
        ends[length : length + 1] = [places[item]]
        chain.append((length, item))
    kept, wanted, limit = set(), len(ends) - 1, len(old)
    for length, item in reversed(chain):
        if length == wanted and places[item] < limit:
            kept.add(item)
            wanted, limit = wanted - 1, places[item]
    return kept


def edited(before: Items, changes: Sequence[Edit]) -> Items:
    """The list that these edits lead to."""
    found: Items = []
    at = 0
    for stay, kind, _, new in changes:
        found += before[at : at + stay]
        at += stay + (kind != ADD)
        if kind != CUT:
            found.append(new)
    return found + before[at:]


@dataclass(slots=True)
class Seen:
    """The edits of one step in the views so far."""

    swapped: dict[int, int] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    added: dict[int, int] = field(default_factory=dict)

    def note(self, changes: Sequence[Edit]) -> None:
        """Record the edits of one more view."""
        for _, kind, at, new in changes:
            if kind == SWAP:
                self.swapped.setdefault(at, new)
            elif kind == CUT:
                self.gone.add(at)
            else:
                self.added.setdefault(at, new)

    def applied(self, items: Items) -> tuple[Items, Items]:
        """Apply the same edits to another view as far as they fit; also returns the new items whose old ones
        it lacks."""
        there = set(items)
        free = [new for old, new in self.swapped.items() if old not in there]
        untouched = there.isdisjoint(self.gone) and there.isdisjoint(self.added)
        if untouched and len(free) == len(self.swapped):
            return items, free
        if untouched and self.added.keys().isdisjoint(self.swapped.values()):
            # The same as below, and three times as fast.
            found = items.copy()
            for place, new in sorted((items.index(o), new) for o, new in self.swapped.items() if o in there):
                if new not in there:
                    there.add(new)
                    found[place] = new
            return found, free
        found = []
        for item in items:
            if item in self.gone:
                continue
            new = self.swapped.get(item, NONE)
            if new == NONE or new in there:
                new = item
            there.add(new)
            found.append(new)
            while (new := self.added.get(new, NONE)) != NONE and new not in there:
                there.add(new)
                found.append(new)
        return found, free


class Film:
    """The pictures of some matches of one game, as symbols. `texts`: those of the pool of all their items.

    Each picture is written as the number of its edits; for each, 3 · `stay` + kind; and its new item in two
    contexts: the item it follows or whose place it takes, and that together with a hint. The hint is a new
    item of another view in this step, or the one that was edited before it.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts
        self._coder = Coder()
        self._edits: list[int] = []
        self._first: Items = []

    @property
    def symbols(self) -> int:
        """How many numbers have been written so far."""
        return len(self._edits) + len(self._coder.ranks) + len(self._coder.back)

    def add(self, views: Sequence[Sequence[Items]]) -> int:
        """Add the pictures of one match, for each view from the start to the end.

        Returns how many of the symbols are those of the views after the first.
        """
        own, before = 0, [self._first for _ in views]
        for nth in range(len(views[0])):
            seen = Seen()
            for place, view in enumerate(views):
                symbols = self.symbols
                base, free = before[place], Items()
                if nth == 0:
                    base = views[place - 1][0] if place else base
                elif place:
                    base, free = seen.applied(base)
                changes = edits(base, view[nth])
                self._write(changes, free)
                seen.note(changes)
                before[place] = view[nth]
                own += self.symbols - symbols if place else 0
        self._first = views[0][0]
        return own

    def _write(self, changes: Sequence[Edit], free: Items) -> None:
        self._edits.append(len(changes))
        last, hints = NONE, iter(free)
        for stay, kind, at, new in changes:
            self._edits.append(3 * stay + kind)
            hint = next(hints, last) if kind == SWAP else last
            last = new
            if kind == CUT:
                last = at
            else:
                self._coder.write(new, (at, hint), at)

    def packed(self) -> dict[str, Any]:
        """Plain values for a page."""
        texts = [self._texts[item] for item in self._coder.places]
        return {"texts": packed_texts(texts), "edits": text_of(self._edits), **self._coder.streams()}


def pictures_of(packed: Mapping[str, Any], sizes: Sequence[tuple[int, int]]) -> Iterator[list[list[str]]]:
    """Read the SVG of each picture, by view, for matches with these numbers of views and pictures.

    This checks what a `Film` wrote; a page does the same (`filmOf` in parts.js).
    """
    texts, numbers, decoder = texts_of(packed["texts"]), numbers_of(packed["edits"]), Decoder(dict(packed))
    first: Items = []
    for views, pictures in sizes:
        before, found = [first] * views, list[list[str]]([] for _ in range(views))
        for nth in range(pictures):
            seen = Seen()
            for place in range(views):
                base, free = before[place], Items()
                if nth == 0:
                    base = before[place - 1] if place else base
                elif place:
                    base, free = seen.applied(base)
                changes = list(_read(base, free, numbers, decoder))
                before[place] = edited(base, changes)
                seen.note(changes)
                found[place].append("".join(texts[item] for item in before[place]) + "</svg>")
            first = before[0] if nth == 0 else first
        yield found


def _read(base: Items, free: Items, numbers: Iterator[int], decoder: Decoder) -> Iterator[Edit]:
    last, hints, place, latest = NONE, iter(free), 0, NONE
    for _ in range(next(numbers)):
        stay, kind = divmod(next(numbers), 3)
        if stay:
            latest = base[place + stay - 1]
        place += stay
        at = latest if kind == ADD else base[place]
        hint = next(hints, last) if kind == SWAP else last
        new = NONE if kind == CUT else decoder.read((at, hint), at)
        yield Edit(stay, kind, at, new)
        place += kind != ADD
        latest = latest if kind == CUT else new
        last = at if kind == CUT else new
