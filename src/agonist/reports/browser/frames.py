"""Compact storage of pictures: each shape once, each picture as its difference from the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain, pairwise
from typing import Any, TypeAlias

from agonist.drawing import element, frame
from agonist.kit.picture import Picture

Frame: TypeAlias = list[Any]
"""[index of the opening tag, indexes of all elements], or
[index of the opening tag, indexes of removed elements, places of new elements, their indexes].

Each index and place is written as the difference from the one before: most elements of a picture have
consecutive indexes, and a row of equal differences is compressed to a few bytes.
"""


class Pool:
    """Opening tags and elements of SVG pictures; equal ones are stored once."""

    def __init__(self) -> None:
        self.heads: list[str] = []
        self.texts: list[str] = []
        self._heads: dict[str, int] = {}
        self._places: dict[str, int] = {}
        self._shapes: dict[int, int] = {}
        self._alive: list[Any] = []

    def frames(self, pictures: Sequence[Picture]) -> list[Frame]:
        """The pictures in order, as frames from which a page restores them (`pictureAt` in browser.js)."""
        found: list[Frame] = []
        before: list[int] | None = None
        for picture in pictures:
            head, now = _kept(frame(picture), self.heads, self._heads), self._elements(picture)
            found.append([head, *_change(before, now)])
            before = now
        return found

    def _elements(self, picture: Picture) -> list[int]:
        # Most shapes were in other pictures, as the same objects: looking them up by identity is ten times as
        # fast as by value. All are kept, so that no other object gets the identity of one of them.
        try:
            return list(map(self._shapes.__getitem__, map(id, picture.shapes)))
        except KeyError:
            for shape in picture.shapes:
                if id(shape) not in self._shapes:
                    self._shapes[id(shape)] = _kept(element(shape), self.texts, self._places)
                    self._alive.append(shape)
            return [self._shapes[id(shape)] for shape in picture.shapes]


def _kept(text: str, texts: list[str], places: dict[str, int]) -> int:
    place = places.setdefault(text, len(texts))
    if place == len(texts):
        texts.append(text)
    return place


def _change(before: list[int] | None, now: list[int]) -> list[Any]:
    """The difference between two lists of elements, or the whole second list if that is not longer."""
    if before is None:
        return [_differences(now)]
    there, here = set(before), set(now)
    if len(there) < len(before) or len(here) < len(now):
        return [_differences(now)]
    gone = [place for place in before if place not in here]
    new = [(at, place) for at, place in enumerate(now) if place not in there]
    if len(gone) + 2 * len(new) >= len(now):
        return [_differences(now)]
    kept = [place for place in before if place in here] if gone else before
    stayed = [place for place in now if place in there] if new else now
    if kept != stayed:
        return [_differences(now)]
    return [_differences(gone), _differences(at for at, _ in new), _differences(place for _, place in new)]


def _differences(numbers: Iterable[int]) -> list[int]:
    """Each number minus the one before it; `accumulate` restores the numbers."""
    return [after - before for before, after in pairwise(chain([0], numbers))]


def only_used(
    heads: Sequence[str], texts: Sequence[str], views: Iterable[Sequence[Frame]]
) -> tuple[list[str], list[str], Callable[[Sequence[Frame]], list[Frame]]]:
    """The opening tags and elements that these frames use, and a function that renumbers frames for them."""
    of_heads, of_texts = set[int](), set[int]()
    for frames in views:
        for head, *written in frames:
            of_heads.add(head)
            of_texts.update(accumulate(written[-1]))
    new_head = {old: new for new, old in enumerate(sorted(of_heads))}
    new_text = {old: new for new, old in enumerate(sorted(of_texts))}

    def renumbered(frames: Sequence[Frame]) -> list[Frame]:
        found = []
        for head, *written in frames:
            # Places are not indexes. A removed element was in the picture before, so it is used too.
            parts = [
                part if nth == 1 else _differences(new_text[text] for text in accumulate(part))
                for nth, part in enumerate(written)
            ]
            found.append([new_head[head], *parts])
        return found

    return [heads[old] for old in new_head], [texts[old] for old in new_text], renumbered


def restored(heads: Sequence[str], texts: Sequence[str], frames: Sequence[Frame]) -> list[str]:
    """The SVG of each picture, restored as a page does it; used to check what `frames` wrote."""
    found, before = [], list[int]()
    for head, *written in frames:
        first, *new = [list(accumulate(part)) for part in written]
        if not new:
            before = first
        else:
            gone = set(first)
            before = [place for place in before if place not in gone]
            for at, place in zip(*new, strict=True):
                before.insert(at, place)
        found.append(heads[head] + "".join(texts[place] for place in before) + "</svg>")
    return found
