"""Pictures of many matches, small: each shape once, each picture as a change of the one before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from agonist.drawing import element, frame
from agonist.kit.picture import Picture

Frame: TypeAlias = list[Any]
"""[index of the opening tag, indexes of all elements], or
[index of the opening tag, [indexes that are gone], [place, index, place, index, …]]."""


class Pool:
    """The elements of pictures as SVG, each kept once."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: dict[str, int] = {}
        self._shapes: dict[int, tuple[Any, int]] = {}

    def frames(self, pictures: Sequence[Picture]) -> list[Frame]:
        """These pictures in order, as a page puts them together again (`pictureAt` in browser.js)."""
        found: list[Frame] = []
        before: list[int] | None = None
        for picture in pictures:
            head, now = self._place(frame(picture)), self._elements(picture)
            found.append([head, *_change(before, now)])
            before = now
        return found

    def _elements(self, picture: Picture) -> list[int]:
        places = []
        for shape in picture.shapes:
            # Games that keep their shapes are looked up by identity: it is ten times as fast as by value.
            known = self._shapes.get(id(shape))
            if known is None or known[0] is not shape:
                known = (shape, self._place(element(shape)))
                self._shapes[id(shape)] = known
            places.append(known[1])
        return places

    def _place(self, text: str) -> int:
        place = self._places.setdefault(text, len(self.texts))
        if place == len(self.texts):
            self.texts.append(text)
        return place


def _change(before: list[int] | None, now: list[int]) -> list[Any]:
    """How to come from one list of elements to the next, or all of it where that is no longer."""
    if before is None:
        return [now]
    there, here = set(before), set(now)
    if len(there) < len(before) or len(here) < len(now):
        return [now]
    gone = [place for place in before if place not in here]
    new = [part for at, place in enumerate(now) if place not in there for part in (at, place)]
    if len(gone) + len(new) >= len(now):
        return [now]
    kept = [place for place in before if place in here] if gone else before
    stayed = [place for place in now if place in there] if new else now
    return [gone, new] if kept == stayed else [now]


def restored(texts: Sequence[str], frames: Sequence[Frame]) -> list[str]:
    """The SVG of each picture again, as a page makes it: the check of what `frames` wrote."""
    found, before = [], list[int]()
    for head, first, *rest in frames:
        if not rest:
            before = list(first)
        else:
            gone = set(first)
            before = [place for place in before if place not in gone]
            new = rest[0]
            for at, place in zip(new[::2], new[1::2], strict=True):
                before.insert(at, place)
        found.append(texts[head] + "".join(texts[place] for place in before) + "</svg>")
    return found
